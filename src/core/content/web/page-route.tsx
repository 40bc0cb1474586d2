import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { Page } from '#platform/contract/page.ts';
import { lazyImport } from '#platform/web/client/navigation/lazy-import.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';
import type { PageMeta, RouteHandle } from './page-meta.ts';
import { PageSkeleton } from './pages/page-skeleton.tsx';

const place = ({ path }: Page) => (path === '/' ? { index: true as const } : { path: path.slice(1) });

/** The route of a page that the server renders. */
export const serverPage = (
  page: Page,
  Component: ComponentType,
  meta: RouteHandle['meta'],
  loader?: LoaderFunction,
): RouteObject => ({ ...place(page), Component, loader, handle: { meta } satisfies RouteHandle });

interface ServerPageCode {
  readonly Component: ComponentType;
  readonly meta: RouteHandle['meta'];
  readonly loader: LoaderFunction;
}

/**
 * The route of a page that the server renders and whose code the client loads on demand, to keep it out of the home page's script. The
 * styles of the page must be imported where the route is made, so that they are part of the entry's style sheet.
 */
export const lazyServerPage = (page: Page, load: () => Promise<ServerPageCode>): RouteObject => ({
  ...place(page),
  lazy: async () => {
    const { Component, meta, loader } = await lazyImport(load);
    return { Component, loader, handle: { meta } satisfies RouteHandle };
  },
});

/** During hydration, the first render must match the server's skeleton; the next one shows the page. */
const HydratedPage = ({ Page: Content }: { Page: ComponentType }) =>
  useIsHydrated() ? <Content /> : <PageSkeleton />;

/** The route of a page that the client renders: the server sends a skeleton, and the client loads the page's code. */
export const clientPage = (
  page: Page,
  title: string,
  load: () => Promise<{ readonly default: ComponentType }>,
): RouteObject => ({
  ...place(page),
  handle: {
    isClientRendered: true,
    meta: { title, isNoindex: page.audience !== 'public' } satisfies PageMeta,
    acceptsHandoffToken: page.acceptsHandoffToken,
    sendsNoReferrer: page.sendsNoReferrer,
  } satisfies RouteHandle,
  lazy: async () => {
    if (import.meta.env.SSR) return { Component: PageSkeleton };
    const { default: Content } = await lazyImport(load);
    return { Component: () => <HydratedPage Page={Content} /> };
  },
});
