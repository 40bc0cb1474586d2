import type { RouteObject } from 'react-router';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Studio } from '#contract/studio.ts';
import type { Api } from './api/api.ts';
import { clientPage } from './client-page.tsx';
import { legalPage } from './legal/legal-page.tsx';
import type { Meta } from './meta.ts';
import { CategoryPage, categoryMeta, loadCategory } from './photos/category-page.tsx';
import { InquiryPage } from './questions/inquiry-page.tsx';
import { loadQuestions, questionListMeta } from './questions/load-questions.ts';
import { QuestionListPage } from './questions/question-list-page.tsx';
import { ReservePage } from './reservations/reserve-page.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Layout } from './shell/layout.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { OfflinePage } from './shell/offline-page.tsx';
import { HomePage, homeMeta, loadHome } from './studio/home-page.tsx';
import { IntroducePage, loadIntroduce } from './studio/introduce-page.tsx';
import { PricePage } from './studio/price-page.tsx';

const titled = (title: string, description: string, offers: readonly ShootType[] = []) => ({
  meta: (): Meta => ({ title, description, offers }),
});

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
  { index: true, Component: HomePage, loader: loadHome(api), handle: { meta: homeMeta } },
  {
    path: 'introduce',
    Component: IntroducePage,
    loader: loadIntroduce(api),
    handle: titled('소개', '빛을 기다리고 순간을 남기는 사진관을 소개합니다.'),
  },
  {
    path: 'price',
    Component: PricePage,
    handle: titled('가격', '풍경, 제품, 음식 촬영 패키지의 구성과 시작 가격을 안내합니다.', [
      'LANDSCAPE',
      'PRODUCT',
      'FOOD',
    ]),
  },
  {
    path: 'category/:categoryId',
    Component: CategoryPage,
    loader: loadCategory(api),
    handle: { meta: categoryMeta },
  },
  {
    path: 'reserve',
    Component: ReservePage,
    handle: titled('예약', '촬영 전 사전 미팅을 예약하는 방법을 안내합니다.'),
  },
  {
    path: 'inquiry',
    Component: InquiryPage,
    handle: titled('1:1 문의', '촬영과 예약에 대해 궁금한 점을 물어보세요.'),
  },
  {
    path: 'question',
    Component: QuestionListPage,
    loader: loadQuestions(api),
    handle: { meta: questionListMeta },
  },
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
    Component: OfflinePage,
    handle: {
      isStatic: true,
      meta: (): Meta => ({ title: '인터넷에 연결되어 있지 않습니다', isPrivate: true }),
    },
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
    // Errors of a page are shown inside the shell; the outer boundary is for the shell itself.
    children: [{ ErrorBoundary: ErrorPage, children: makePages(api) }],
  },
];
