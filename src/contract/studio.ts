import type { Provider } from './auth.ts';

/** A processor of personal data, which the law requires to be named. */
export interface DataProcessor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** The country of a processor abroad, and a contact there. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** What pages show of the studio, from its settings. */
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
  /** Besides the host. */
  readonly processors: readonly DataProcessor[];
  /** The studio's page on a social network; empty when it has none. */
  readonly socialLink: string;
  /** The providers of social login that are set up, in the order of their buttons. */
  readonly providers: readonly Provider[];
}
