import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { PageMeta, RouteHandle } from '#core/content/web/page-meta.ts';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import { lazyImport } from '#platform/web/client/navigation/lazy-import.ts';
import { useIsHydrated } from '#platform/web/client/use-is-hydrated.ts';

/** The first render must match the server's skeleton; the next one shows the page. */
const HydratedPage = ({ Page }: { Page: ComponentType }) => (useIsHydrated() ? <Page /> : <PageSkeleton />);

/**
 * Creates the route of a member or admin page. The server renders a skeleton; the client loads the page's code together with
 * the query library. The page is excluded from search.
 */
const page = (
  path: string,
  title: string,
  load: () => Promise<{ readonly default: ComponentType }>,
  handle: Pick<RouteHandle, 'acceptsHandoffToken' | 'sendsNoReferrer'> = {},
): RouteObject => ({
  path,
  handle: { ...handle, isClientRendered: true, meta: { title, isNoindex: true } satisfies PageMeta },
  lazy: async () => {
    if (import.meta.env.SSR) return { Component: PageSkeleton };
    const { default: Page } = await lazyImport(load);
    return { Component: () => <HydratedPage Page={Page} /> };
  },
});

const oauthHandoff = { acceptsHandoffToken: true } as const;
const noReferrer = { sendsNoReferrer: true } as const;

export const clientRoutes: readonly RouteObject[] = [
  page('question/new', '문의하기', () => import('#features/questions/web/new-question-page.tsx')),
  page('question/edit/:id', '문의 수정', () => import('#features/questions/web/edit-question-page.tsx')),
  page('login', '로그인', () => import('#core/auth/web/login-page.tsx')),
  page('oauth-success', '로그인', () => import('#core/auth/web/oauth-success-page.tsx'), oauthHandoff),
  page(
    'social-extra',
    '추가 정보 입력',
    () => import('#core/auth/web/register/social-profile-page.tsx'),
    oauthHandoff,
  ),
  page('register', '회원가입', () => import('#core/auth/web/register/register-page.tsx')),
  page('find-id', '아이디 찾기', () => import('#features/members/web/recovery/find-id-page.tsx'), noReferrer),
  page(
    'find-password',
    '비밀번호 찾기',
    () => import('#features/members/web/recovery/find-password-page.tsx'),
    noReferrer,
  ),
  page('my-info', '내 정보', () => import('#features/members/web/account/my-info-page.tsx')),
  page(
    'change-password',
    '비밀번호 변경',
    () => import('#features/members/web/account/change-password-page.tsx'),
  ),
  page('withdraw', '회원 탈퇴', () => import('#features/members/web/account/withdraw-page.tsx')),
  page(
    'reserve/type',
    '사전 미팅 예약 · 카테고리',
    () => import('#features/reservations/web/booking/shoot-type-page.tsx'),
  ),
  page(
    'reserve/date',
    '사전 미팅 예약 · 날짜와 시간',
    () => import('#features/reservations/web/booking/date-page.tsx'),
  ),
  page(
    'reserve/form',
    '사전 미팅 예약 · 정보',
    () => import('#features/reservations/web/booking/details-page.tsx'),
  ),
  page(
    'reserve/complete',
    '사전 미팅 예약 완료',
    () => import('#features/reservations/web/booking/complete-page.tsx'),
  ),
  page(
    'reservation-history',
    '예약 내역',
    () => import('#features/reservations/web/history/history-page.tsx'),
  ),
  page('setup', '관리자 계정 만들기', () => import('#features/members/web/setup/setup-page.tsx'), noReferrer),
  page('admin', '오늘', () => import('./desk/desk-page.tsx')),
  page('admin/photos', '사진 관리', () => import('#features/gallery/web/admin/admin-photos-page.tsx')),
  page(
    'admin/reservations',
    '예약 관리',
    () => import('#features/reservations/web/admin/admin-reservations-page.tsx'),
  ),
  page(
    'admin/reservations/new',
    '예약 등록',
    () => import('#features/reservations/web/admin/phone-reservation-page.tsx'),
  ),
  page(
    'admin/reservations/:id',
    '예약',
    () => import('#features/reservations/web/admin/admin-reservation-page.tsx'),
  ),
  page(
    'admin/schedule',
    '일정 관리',
    () => import('#features/reservations/web/schedule/admin-schedule-page.tsx'),
  ),
  page(
    'admin/questions',
    '문의 관리',
    () => import('#features/questions/web/admin/admin-questions-page.tsx'),
  ),
  page(
    'admin/questions/notifications',
    '메시지 기록',
    () => import('#core/messages/web/admin-notifications-page.tsx'),
  ),
  page('admin/settings', '설정', () => import('./settings/settings-page.tsx')),
  page('admin/settings/staff', '관리자', () => import('./settings/staff-page.tsx')),
  page('admin/settings/:section', '설정', () => import('./settings/section-page.tsx')),
  page('admin/settings/:section/history', '변경 기록', () => import('./settings/history-page.tsx')),
  page('admin/settings/:section/preview', '미리보기', () => import('./settings/preview-page.tsx')),
  page('admin/members', '회원 관리', () => import('#features/members/web/admin/admin-members-page.tsx')),
  page('admin/members/:id', '회원', () => import('./customers/admin-member-page.tsx')),
  // Only rendered by the server: shown by the service worker while offline, when no code can load.
  {
    path: 'offline',
    handle: {
      isStatic: true,
      meta: { title: '인터넷에 연결되어 있지 않습니다', isNoindex: true } satisfies PageMeta,
    },
    lazy: async () => ({ Component: (await import('./layout/pages/offline-page.tsx')).OfflinePage }),
  },
];
