/**
 * `app`: the page, usually with the client code. `static`: without the client code where the server renders the page, so that links ask
 * the server. `notOpen`: the page of a site that is not open yet, whatever was requested.
 */
export type PageMode = 'app' | 'static' | 'notOpen';

/** The built files to which a page refers. */
export interface PageAssets {
  /** The style sheet of the client's entry; empty in the development server, which adds the styles itself. */
  readonly css: string;
  /** URL of the same style sheet. Absent in the development server. */
  readonly cssUrl?: string;
  /** URL of the client's entry module. */
  readonly entry: string;
  /** URLs of fonts to preload. */
  readonly fonts: readonly string[];
  /** URL of the style sheet of further fonts, which pages without the client code link. Absent in the development server. */
  readonly deferredFonts?: string;
  /** Further head tags; used by the development server. */
  readonly head?: string;
}

/** The codes by which search engines verify that the site is the studio's. */
export interface SiteVerification {
  readonly naver?: string;
  readonly google?: string;
}
