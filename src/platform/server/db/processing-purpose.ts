/**
 * A purpose for which personal data is processed, as the privacy policy lists it. The `described-tables.ts` files say which columns
 * hold the items; their periods must match `retention`.
 */
export interface ProcessingPurpose {
  readonly name: string;
  readonly items: string;
  readonly reason: string;
  readonly retention: string;
}
