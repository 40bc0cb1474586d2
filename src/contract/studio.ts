import type { Provider } from './auth.ts';

/** A processor of personal data, as the privacy policy must list it (개인정보 보호법 제26조). */
export interface DataProcessor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** Present for processors outside Korea: country and contact. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** Public data about the studio, from the environment settings. */
export interface Studio {
  readonly name: string;
  readonly representative: string;
  readonly businessNumber: string;
  readonly mailOrderNumber: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly privacyOfficer: string;
  readonly hosting: string;
  /** Data processors other than the hosting provider. */
  readonly processors: readonly DataProcessor[];
  /** URL of the studio's social network page; empty when it has none. */
  readonly socialLink: string;
  /** The configured social login providers, in the order of their buttons. */
  readonly providers: readonly Provider[];
}
