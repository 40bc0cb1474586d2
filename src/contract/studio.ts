import type { Provider } from './auth.ts';

/** Who handles personal data for the studio: the law wants each named. */
export interface Processor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** Where the data goes to, and whom to ask there; only for who is abroad. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** What pages know of the studio from its settings: what it says of itself, and how one logs in. */
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
  /** Others than the host. */
  readonly processors: readonly Processor[];
  /** The studio's page on a social network; empty when it has none. */
  readonly socialLink: string;
  /** The providers of social login that are set up, in the order of their buttons. */
  readonly providers: readonly Provider[];
}
