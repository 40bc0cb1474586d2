import type { RouteObject } from 'react-router';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { notFoundMeta, type RouteHandle } from '#core/content/web/page-meta.ts';
import { lazyServerPage, serverPage } from '#core/content/web/page-route.tsx';
import { ErrorPage } from '#core/content/web/pages/error-page.tsx';
import { NotFoundPage } from '#core/content/web/pages/not-found-page.tsx';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import { appPages } from '../contract/pages.ts';
import { features } from './features.ts';
import { Layout } from './layout/layout.tsx';
import { HomePage, homeMeta, loadHome } from './site/home-page.tsx';
import { IntroducePage, introduceMeta, loadIntroduce } from './site/introduce-page.tsx';
import './site/price-page.module.css';

export const PAGES_ROUTE_ID = 'pages';

/**
 * The styles of public pages are part of the entry's style sheet: those of a page that is imported on demand are imported where its route
 * is made. The document of a public page inlines what its own elements need of the sheet. The whole sheet loads with the entry.
 */
const makePageRoutes = (api: Api, others: readonly RouteObject[]): RouteObject[] => [
  serverPage(appPages.home, HomePage, homeMeta, loadHome(api)),
  serverPage(appPages.introduce, IntroducePage, introduceMeta, loadIntroduce(api)),
  lazyServerPage(appPages.price, async () => {
    const { PricePage, priceMeta, loadPrice } = await import('./site/price-page.tsx');
    return { Component: PricePage, meta: priceMeta, loader: loadPrice(api) };
  }),
  ...features.flatMap(({ routes }) => routes?.(api) ?? []),
  ...others,
  {
    path: '*',
    Component: NotFoundPage,
    handle: { meta: notFoundMeta } satisfies RouteHandle,
    loader: () => {
      throw new Response(null, { status: 404 });
    },
  },
];

/**
 * The routes of the site: public pages, which the server renders, and `others`, usually the client-rendered pages (`loadClientRoutes`),
 * which the client imports on demand.
 */
export const makeRoutes = (api: Api, others: readonly RouteObject[] = []): RouteObject[] => [
  {
    id: 'root',
    loader: () => api.call(studioEndpoints.studio, {}),
    // The studio's data is not loaded again on navigation to another URL, but when the current page is revalidated, as after publishing.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
    Component: Layout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        id: PAGES_ROUTE_ID,
        // Errors of a page render inside the layout. The outer error boundary handles all others.
        ErrorBoundary: ErrorPage,
        HydrateFallback: PageSkeleton,
        children: makePageRoutes(api, others),
      },
    ],
  },
];
