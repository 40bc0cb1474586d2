import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { notFoundMeta, type RouteHandle } from '#core/content/web/page-meta.ts';
import { ErrorPage } from '#core/content/web/pages/error-page.tsx';
import { NotFoundPage } from '#core/content/web/pages/not-found-page.tsx';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import { CategoryPage, categoryMeta, loadCategory } from '#features/gallery/web/category/category-page.tsx';
import { FaqPage, faqMeta, loadFaq } from '#features/pages/web/faq-page.tsx';
import { legalPage } from '#features/pages/web/legal-page.tsx';
import { NoticePage, loadNotices, noticeMeta } from '#features/pages/web/notice-page.tsx';
import { loadQuestions, questionListMeta } from '#features/questions/web/load-questions.ts';
import { QuestionIntroPage, questionIntroMeta } from '#features/questions/web/question-intro-page.tsx';
import { QuestionListPage } from '#features/questions/web/question-list-page.tsx';
import { ReservePage, loadReserve, reserveMeta } from '#features/reservations/web/booking/reserve-page.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import { Layout } from './layout/layout.tsx';
import { HomePage, homeMeta, loadHome } from './site/home-page.tsx';
import { IntroducePage, introduceMeta, loadIntroduce } from './site/introduce-page.tsx';
import { PricePage, loadPrice, priceMeta } from './site/price-page.tsx';

export const PAGES_ROUTE_ID = 'pages';

const page = (
  path: string,
  Component: ComponentType,
  meta: RouteHandle['meta'],
  loader?: LoaderFunction,
): RouteObject => ({ path, Component, loader, handle: { meta } satisfies RouteHandle });

/**
 * Public pages are imported statically, so that their styles are part of the entry's style sheet. Each document inlines what its
 * own elements need of it. The client loads the sheet and the entry after the page has been painted.
 */
const makePageRoutes = (api: Api, others: readonly RouteObject[]): RouteObject[] => [
  { index: true, Component: HomePage, loader: loadHome(api), handle: { meta: homeMeta } },
  page('introduce', IntroducePage, introduceMeta, loadIntroduce(api)),
  page('price', PricePage, priceMeta, loadPrice(api)),
  page('notice', NoticePage, noticeMeta, loadNotices(api)),
  page('faq', FaqPage, faqMeta, loadFaq(api)),
  page('category/:categoryId', CategoryPage, categoryMeta, loadCategory(api)),
  page('reserve', ReservePage, reserveMeta, loadReserve(api)),
  page('inquiry', QuestionIntroPage, questionIntroMeta),
  page('question', QuestionListPage, questionListMeta, loadQuestions(api)),
  legalPage(api, 'terms'),
  legalPage(api, 'privacy'),
  legalPage(api, 'over14'),
  legalPage(api, 'refund'),
  ...others,
  page('*', NotFoundPage, notFoundMeta, () => {
    throw new Response(null, { status: 404 });
  }),
];

/**
 * The routes of the site: public pages, which the server renders, and `others`, the pages of members and admins
 * (`client-routes.tsx`), which the client imports on demand.
 */
export const makeRoutes = (api: Api, others: readonly RouteObject[] = []): RouteObject[] => [
  {
    id: 'root',
    loader: () => api.call(studioEndpoints.studio, {}),
    // Navigation keeps the details; an admin who publishes new ones revalidates the current page.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
    Component: Layout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        id: PAGES_ROUTE_ID,
        // Errors of a page render inside the layout. The outer error boundary handles errors of the layout itself.
        ErrorBoundary: ErrorPage,
        HydrateFallback: PageSkeleton,
        children: makePageRoutes(api, others),
      },
    ],
  },
];
