import type { RouteObject } from 'react-router';
import type { Studio } from '#contract/studio.ts';
import type { Api } from './api/api.ts';
import { clientPage } from './client-page.tsx';
import { legalPage } from './legal/legal-page.tsx';
import type { Meta } from './meta.ts';
import { publicPage } from './public-page.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Layout } from './shell/layout.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { publicStyles } from './styles/public-pages.ts';

const titled = (title: string, description: string) => ({ meta: (): Meta => ({ title, description }) });

const legalHeads = {
  terms: { title: '이용약관', description: '홈페이지와 촬영 서비스의 이용 조건, 취소와 환불의 기준입니다.' },
  privacy: {
    title: '개인정보처리방침',
    description: '어떤 개인정보를 왜 받고, 얼마나 보관하고, 어떻게 지우는지 알려 드립니다.',
  },
  over14: {
    title: '만 14세 이상 이용 안내',
    description: '회원 가입에 만 14세 이상인지 확인하는 이유와 방법을 알려 드립니다.',
  },
} as const;

const handOff = { takesHandOff: true } as const;

const makePages = (api: Api): RouteObject[] => [
  publicPage('', async () => {
    const { HomePage, homeMeta, loadHome } = await import('./studio/home-page.tsx');
    return { Component: HomePage, loader: loadHome(api), handle: { meta: homeMeta } };
  }),
  publicPage('introduce', async () => {
    const { IntroducePage, loadIntroduce } = await import('./studio/introduce-page.tsx');
    const handle = titled('소개', '빛을 기다리고 순간을 남기는 사진관을 소개합니다.');
    return { Component: IntroducePage, loader: loadIntroduce(api), handle };
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
    const { ReservePage } = await import('./reservations/reserve-page.tsx');
    return {
      Component: ReservePage,
      handle: titled('예약', '촬영 전 사전 미팅을 예약하는 방법을 안내합니다.'),
    };
  }),
  publicPage('inquiry', async () => {
    const { InquiryPage } = await import('./questions/inquiry-page.tsx');
    return {
      Component: InquiryPage,
      handle: titled('1:1 문의', '촬영과 예약에 대해 궁금한 점을 물어보세요.'),
    };
  }),
  publicPage('question', async () => {
    const { loadQuestions, questionListMeta } = await import('./questions/load-questions.ts');
    const { QuestionListPage } = await import('./questions/question-list-page.tsx');
    return { Component: QuestionListPage, loader: loadQuestions(api), handle: { meta: questionListMeta } };
  }),
  clientPage('question/new', '문의하기', () => import('./questions/new-question-page.tsx')),
  clientPage('question/edit/:id', '문의 수정', () => import('./questions/edit-question-page.tsx')),
  legalPage('terms', legalHeads.terms, async () => (await import('./legal/terms.ts')).termsOf),
  legalPage('privacy', legalHeads.privacy, async () => (await import('./legal/privacy.ts')).privacyOf),
  legalPage('over14', legalHeads.over14, async () => (await import('./legal/over14.ts')).over14Of),
  clientPage('login', '로그인', () => import('./auth/login-page.tsx')),
  clientPage('oauth-success', '로그인', () => import('./auth/oauth-success-page.tsx'), handOff),
  clientPage('social-extra', '추가 정보 입력', () => import('./members/social-extra-page.tsx'), handOff),
  clientPage('register', '회원가입', () => import('./members/register-page.tsx')),
  clientPage('find-id', '아이디 찾기', () => import('./members/find-id-page.tsx')),
  clientPage('find-password', '비밀번호 찾기', () => import('./members/find-password-page.tsx')),
  clientPage('my-info', '내 정보', () => import('./members/my-info-page.tsx')),
  clientPage('change-password', '비밀번호 변경', () => import('./members/change-password-page.tsx')),
  clientPage('withdraw', '회원 탈퇴', () => import('./members/withdraw-page.tsx')),
  clientPage('reserve/type', '예약 · 카테고리', () => import('./reservations/type-page.tsx')),
  clientPage('reserve/date', '예약 · 날짜와 시간', () => import('./reservations/date-page.tsx')),
  clientPage('reserve/form', '예약 · 정보', () => import('./reservations/form-page.tsx')),
  clientPage('reserve/complete', '예약 완료', () => import('./reservations/complete-page.tsx')),
  clientPage('reservation-history', '예약 내역', () => import('./reservations/history-page.tsx')),
  clientPage('admin/reservations', '예약 관리', () => import('./reservations/admin-reservations-page.tsx')),
  clientPage('admin/reservations/new', '예약 적기', () => import('./reservations/admin-guest-page.tsx')),
  clientPage('admin/reservations/:id', '예약', () => import('./reservations/admin-reservation-page.tsx')),
  clientPage('admin/schedule', '일정 관리', () => import('./reservations/admin-schedule-page.tsx')),
  clientPage('admin/questions', '문의 관리', () => import('./questions/admin-questions-page.tsx')),
  clientPage(
    'admin/questions/notifications',
    '알림 문자',
    () => import('./questions/admin-notifications-page.tsx'),
  ),
  clientPage('admin/members', '회원 관리', () => import('./members/admin-members-page.tsx')),
  {
    path: 'offline',
    handle: {
      isStatic: true,
      meta: (): Meta => ({ title: '인터넷에 연결되어 있지 않습니다', isPrivate: true }),
    },
    lazy: async () => ({ Component: (await import('./shell/offline-page.tsx')).OfflinePage }),
  },
  {
    path: '*',
    loader: () => {
      throw new Response(null, { status: 404 });
    },
    Component: NotFoundPage,
    handle: { meta: (): Meta => ({ title: '페이지를 찾을 수 없습니다', isPrivate: true }) },
  },
];

/** The whole site. The server renders public pages whole; member and admin pages are the browser's. */
export const makeRoutes = (api: Api, studio: Studio): RouteObject[] => [
  {
    id: 'root',
    loader: () => studio,
    shouldRevalidate: () => false,
    Component: Layout,
    ErrorBoundary: ErrorPage,
    // Named here, so that every document has them.
    handle: { styles: publicStyles },
    // Errors of a page are shown inside the shell; the outer boundary is for the shell itself.
    children: [{ ErrorBoundary: ErrorPage, children: makePages(api) }],
  },
];
