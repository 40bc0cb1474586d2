import type { RouteObject } from 'react-router';
import { studioEndpoints } from '#contract/studio.ts';
import type { Api } from './api/api.ts';
import { legalPage } from './legal/legal-page.tsx';
import { notFoundMeta } from '#web/document/page-meta.ts';
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

/**
 * Public pages are imported statically, so that their styles are part of the entry's style sheet. Each document inlines what its
 * own elements need of it. The client loads the sheet and the entry after the page has been painted.
 */
const makePageRoutes = (api: Api, others: readonly RouteObject[]): RouteObject[] => [
  { index: true, Component: HomePage, loader: loadHome(api), handle: { meta: homeMeta } },
  {
    path: 'introduce',
    Component: IntroducePage,
    loader: loadIntroduce(api),
    handle: { meta: introduceMeta },
  },
  { path: 'price', Component: PricePage, loader: loadPrice(api), handle: { meta: priceMeta } },
  { path: 'notice', Component: NoticePage, loader: loadNotices(api), handle: { meta: noticeMeta } },
  { path: 'faq', Component: FaqPage, loader: loadFaq(api), handle: { meta: faqMeta } },
  {
    path: 'category/:categoryId',
    Component: CategoryPage,
    loader: loadCategory(api),
    handle: { meta: categoryMeta },
  },
  { path: 'reserve', Component: ReservePage, loader: loadReserve(api), handle: { meta: reserveMeta } },
  { path: 'inquiry', Component: QuestionIntroPage, handle: { meta: questionIntroMeta } },
  {
    path: 'question',
    Component: QuestionListPage,
    loader: loadQuestions(api),
    handle: { meta: questionListMeta },
  },
  legalPage(api, 'terms'),
  legalPage(api, 'privacy'),
  legalPage(api, 'over14'),
  legalPage(api, 'refund'),
  ...others,
  {
    path: '*',
    loader: () => {
      throw new Response(null, { status: 404 });
    },
    Component: NotFoundPage,
    handle: { meta: notFoundMeta },
  },
];

/**
 * The routes of the site: public pages, which the server renders, and `others`, the pages of members and admins
 * (`client-routes.ts`), which the client imports on demand.
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
