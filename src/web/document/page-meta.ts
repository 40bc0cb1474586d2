import type { UIMatch } from 'react-router';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Studio } from '#contract/studio.ts';
import type { PreloadImage } from '#web/photos/photo-view.ts';

/** A picture as a photo of the API names it: the JPEG is at most 1,600 px wide, width and height are the original's. */
export interface MetaImage {
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** What a page says of itself to browsers, search engines and messengers. */
export interface PageMeta {
  readonly title: string;
  readonly description?: string;
  /** What visitors wait for: asked for in the head, before anything else. */
  readonly preloadImage?: PreloadImage | undefined;
  /** For sharing; the studio's own picture where a page has none. */
  readonly image?: MetaImage;
  /** The one path of a page that answers under several; this one's own unless said. */
  readonly canonical?: string;
  /** What search engines are told of in their own words: the studio alone unless said. */
  readonly offers?: readonly ShootType[];
  /** Stays out of search: pages of members and admins, results of a search. */
  readonly isNoindex?: boolean;
}

export interface RouteHandle {
  readonly meta?: (data: never, studio: Studio) => PageMeta;
  /** The server has but its skeleton: the browser's code at once. */
  readonly isClientRendered?: true;
  /** Whole without the browser's code, which does not come: it is shown where it could not. */
  readonly isStatic?: true;
  /** Social login leads here with tokens in the query: out of the address before anything else, and seen by nothing else. */
  readonly acceptsHandoffToken?: true;
  /** No other site is told that a visitor came from here. */
  readonly sendsNoReferrer?: true;
}

const fallbackMeta = (studio: Studio): PageMeta => ({ title: studio.name });

/** The meta of the deepest matched route that has one. */
export const findPageMeta = (
  matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[],
  studio: Studio,
): PageMeta => {
  for (const { handle, loaderData } of matches.toReversed()) {
    const { meta } = (handle ?? {}) as RouteHandle;
    // Each route's meta takes what its own loader returned, which the router does not type.
    if (meta !== undefined) return meta(loaderData as never, studio);
  }
  return fallbackMeta(studio);
};

export const fullTitle = ({ title }: PageMeta, studio: Studio): string =>
  title === studio.name ? title : `${title} | ${studio.name}`;
