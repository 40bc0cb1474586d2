/**
 * A purpose for which personal data is processed, as the privacy policy lists it. `described-tables.ts` says which columns hold the
 * items; its periods must match `retention`.
 */
export interface ProcessingPurpose {
  readonly name: string;
  readonly items: string;
  readonly reason: string;
  readonly retention: string;
}
