import type { UIMatch } from 'react-router';
import type { MetaImage, PreloadImage } from '#core/files/web/photo-view.ts';
import type { Page } from '#platform/contract/page.ts';
import type { OfferedPackage, Studio } from '../contract/studio.ts';

/** A page's metadata for browsers, search engines and messengers. */
export interface PageMeta {
  readonly title: string;
  readonly description?: string;
  /** Preloads the largest contentful image, before any other resource. */
  readonly preloadImage?: PreloadImage | undefined;
  /** The share image. The default of indexed pages is the representative photo or, without one, the icon. */
  readonly image?: MetaImage;
  /** The canonical path of a page with several paths; its own path by default. */
  readonly canonical?: string;
  /** Services named in the structured data; none by default. */
  readonly offers?: readonly OfferedPackage[];
  /** Excludes the page from search engines, as for pages of members and admins. */
  readonly isNoindex?: boolean;
}

export interface RouteHandle extends Pick<Page, 'acceptsHandoffToken' | 'sendsNoReferrer'> {
  /** A function is called with the data of the route's loader, and only when that has loaded. */
  readonly meta?: PageMeta | ((data: never, studio: Studio) => PageMeta);
  /** The server renders only a skeleton, so the client code loads at once. */
  readonly isClientRendered?: true;
  /** The page is shown while offline: it works without client code, and reloads when the server answers again. */
  readonly isOfflinePage?: true;
}

const failedMeta: PageMeta = { title: '페이지를 표시할 수 없습니다', isNoindex: true };
export const notFoundMeta: PageMeta = { title: '페이지를 찾을 수 없습니다', isNoindex: true };

/**
 * Returns the metadata of the deepest matched route that has some: those of a failed page when its data did not load. Without such a
 * route the title is the studio's name.
 */
export const findPageMeta = (
  matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[],
  studio: Studio,
): PageMeta => {
  for (const { handle, loaderData } of matches.toReversed()) {
    const { meta } = (handle ?? {}) as RouteHandle;
    if (meta === undefined) continue;
    if (typeof meta !== 'function') return meta;
    // React Router does not type loader data by route, but each route's `meta` matches its own loader.
    return loaderData === undefined ? failedMeta : meta(loaderData as never, studio);
  }
  return { title: studio.name };
};

export const fullTitle = ({ title }: PageMeta, studio: Studio): string =>
  title === studio.name ? title : `${title} | ${studio.name}`;
