import type { Provider } from './auth.ts';

/** A processor of personal data, which must be named by law. */
export interface DataProcessor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** The country of a processor abroad, and a contact there. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** The studio's data shown on pages, from the settings. */
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
  /** Processors besides the hosting company. */
  readonly processors: readonly DataProcessor[];
  /** URL of the studio's page on a social network; empty when it has none. */
  readonly socialLink: string;
  /** The configured providers of social login, in the order of their buttons. */
  readonly providers: readonly Provider[];
}
