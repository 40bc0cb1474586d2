import type { UIMatch } from 'react-router';
import type { Studio } from '#contract/studio.ts';

/** What a page says of itself to browsers, search engines and messengers. */
export interface Meta {
  readonly title: string;
  readonly description?: string;
  /** Address of a picture for sharing, from the root. */
  readonly image?: string;
  /** Member and admin pages stay out of search. */
  readonly isPrivate?: boolean;
}

export interface RouteHandle {
  readonly meta?: (data: never, studio: Studio) => Meta;
  /** Social login leads here with tokens in the query: out of the address before anything else, and seen by nothing else. */
  readonly takesHandOff?: boolean;
}

const fallbackMeta = (studio: Studio): Meta => ({ title: studio.name });

/** The meta of the deepest matched route that has one. */
export const metaOf = (matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[], studio: Studio): Meta => {
  for (const { handle, loaderData } of matches.toReversed()) {
    const { meta } = (handle ?? {}) as RouteHandle;
    // Each route's meta takes what its own loader returned, which the router does not type.
    if (meta !== undefined) return meta(loaderData as never, studio);
  }
  return fallbackMeta(studio);
};

export const fullTitle = ({ title }: Meta, studio: Studio): string =>
  title === studio.name ? title : `${title} | ${studio.name}`;

/** Brings the document's head up to date after a navigation in the browser. */
export const applyMeta = (meta: Meta, studio: Studio): void => {
  document.title = fullTitle(meta, studio);
  const set = (selector: string, attribute: string, value: string): void =>
    document.head.querySelector(selector)?.setAttribute(attribute, value);
  set('meta[name="description"]', 'content', meta.description ?? '');
  set('meta[name="robots"]', 'content', meta.isPrivate ? 'noindex' : 'index, follow');
  set('link[rel="canonical"]', 'href', location.origin + location.pathname);
};
