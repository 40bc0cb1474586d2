/**
 * `app`: the page, usually with the client code. `static`: pages that the server renders have no client code, so their links load whole
 * pages from the server. `notOpen`: the page of a site that is not open yet, whatever was requested.
 */
export type PageMode = 'app' | 'static' | 'notOpen';

/** The built files to which a page refers. */
export interface PageAssets {
  /** Text of the style sheet of the client's entry; empty in the development server, which adds the styles itself. */
  readonly css: string;
  /** URL of the same style sheet. Absent in the development server. */
  readonly cssUrl?: string;
  readonly entry: string;
  readonly fonts: readonly string[];
  /** URL of the style sheet of further fonts, to which pages without scripts link. Absent in the development server. */
  readonly deferredFonts?: string;
  /** Further head tags; used by the development server. */
  readonly head?: string;
}

/** The codes by which search engines verify that the site is the studio's. */
export interface SiteVerification {
  readonly naver?: string;
  readonly google?: string;
}
