import type { RouteObject } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import type { Api } from './api/api.ts';
import type { Meta } from './meta.ts';
import { publicPage } from './public-page.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Layout } from './shell/layout.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { publicStyles } from './styles/public-pages.ts';

/** What holds every page. */
export const PAGES_ID = 'pages';

const makePages = (api: Api, others: readonly RouteObject[]): RouteObject[] => [
  publicPage('', async () => {
    const { HomePage, homeMeta, loadHome } = await import('./studio/home-page.tsx');
    return { Component: HomePage, loader: loadHome(api), handle: { meta: homeMeta } };
  }),
  publicPage('introduce', async () => {
    const { IntroducePage, introduceMeta, loadIntroduce } = await import('./studio/introduce-page.tsx');
    return { Component: IntroducePage, loader: loadIntroduce(api), handle: { meta: introduceMeta } };
  }),
  publicPage('price', async () => {
    const { PricePage, priceMeta } = await import('./studio/price-page.tsx');
    return { Component: PricePage, handle: { meta: priceMeta } };
  }),
  publicPage('category/:categoryId', async () => {
    const { CategoryPage, categoryMeta, loadCategory } = await import('./photos/category-page.tsx');
    return { Component: CategoryPage, loader: loadCategory(api), handle: { meta: categoryMeta } };
  }),
  publicPage('reserve', async () => {
    const { ReservePage, reserveMeta } = await import('./reservations/reserve-page.tsx');
    return { Component: ReservePage, handle: { meta: reserveMeta } };
  }),
  publicPage('inquiry', async () => {
    const { InquiryPage, inquiryMeta } = await import('./questions/inquiry-page.tsx');
    return { Component: InquiryPage, handle: { meta: inquiryMeta } };
  }),
  publicPage('question', async () => {
    const [{ loadQuestions, questionListMeta }, { QuestionListPage }] = await Promise.all([
      import('./questions/load-questions.ts'),
      import('./questions/question-list-page.tsx'),
    ]);
    return { Component: QuestionListPage, loader: loadQuestions(api), handle: { meta: questionListMeta } };
  }),
  publicPage('terms', async () => (await import('./legal/terms-page.ts')).termsPage),
  publicPage('privacy', async () => (await import('./legal/privacy-page.ts')).privacyPage),
  publicPage('over14', async () => (await import('./legal/over14-page.ts')).over14Page),
  ...others,
  {
    path: '*',
    loader: () => {
      throw new Response(null, { status: 404 });
    },
    Component: NotFoundPage,
    handle: { meta: (): Meta => ({ title: '페이지를 찾을 수 없습니다', isPrivate: true }) },
  },
];

/**
 * The site: its public pages, which the server renders whole, and `others`. The browser knows those of members and admins
 * (`client-routes.ts`) only when one is asked for.
 */
export const makeRoutes = (api: Api, studio: Studio, others: readonly RouteObject[] = []): RouteObject[] => [
  {
    id: 'root',
    loader: () => studio,
    shouldRevalidate: () => false,
    Component: Layout,
    ErrorBoundary: ErrorPage,
    // Named here, so that every document has them.
    handle: { styles: publicStyles },
    // Errors of a page are shown inside the shell; the outer boundary is for the shell itself.
    children: [{ id: PAGES_ID, ErrorBoundary: ErrorPage, children: makePages(api, others) }],
  },
];
