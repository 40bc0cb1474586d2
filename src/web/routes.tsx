import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import { studioEndpoints } from '#contract/studio.ts';
import type { Api } from './api/api.ts';
import { legalPage } from './legal/legal-page.tsx';
import { notFoundMeta, type RouteHandle } from '#web/document/page-meta.ts';
import { CategoryPage, categoryMeta, loadCategory } from '#web/photos/gallery/category-page.tsx';
import { QuestionIntroPage, questionIntroMeta } from '#web/questions/question-intro-page.tsx';
import { loadQuestions, questionListMeta } from './questions/load-questions.ts';
import { QuestionListPage } from './questions/question-list-page.tsx';
import { ReservePage, loadReserve, reserveMeta } from '#web/reservations/booking/reserve-page.tsx';
import { ErrorPage } from '#web/shell/pages/error-page.tsx';
import { Layout } from './shell/layout.tsx';
import { NotFoundPage } from '#web/shell/pages/not-found-page.tsx';
import { PageSkeleton } from '#web/shell/pages/page-skeleton.tsx';
import { HomePage, homeMeta, loadHome } from './studio/home-page.tsx';
import { IntroducePage, introduceMeta, loadIntroduce } from './studio/introduce-page.tsx';
import { FaqPage, faqMeta, loadFaq } from './studio/faq-page.tsx';
import { NoticePage, loadNotices, noticeMeta } from './studio/notice-page.tsx';
import { PricePage, loadPrice, priceMeta } from './studio/price-page.tsx';

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
