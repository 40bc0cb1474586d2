import type { RouteObject } from 'react-router';
import { clientPage } from './client-page.tsx';
import type { PageMeta } from '#web/document/page-meta.ts';

const oauthHandoff = { acceptsHandoffToken: true } as const;
const noReferrer = { sendsNoReferrer: true } as const;

export const clientRoutes: readonly RouteObject[] = [
  clientPage('question/new', '문의하기', () => import('./questions/new-question-page.tsx')),
  clientPage('question/edit/:id', '문의 수정', () => import('./questions/edit-question-page.tsx')),
  clientPage('login', '로그인', () => import('./auth/login-page.tsx')),
  clientPage('oauth-success', '로그인', () => import('./auth/oauth-success-page.tsx'), oauthHandoff),
  clientPage(
    'social-extra',
    '추가 정보 입력',
    () => import('#web/members/register/social-profile-page.tsx'),
    oauthHandoff,
  ),
  clientPage('register', '회원가입', () => import('#web/members/register/register-page.tsx')),
  clientPage('find-id', '아이디 찾기', () => import('#web/members/recovery/find-id-page.tsx'), noReferrer),
  clientPage(
    'find-password',
    '비밀번호 찾기',
    () => import('#web/members/recovery/find-password-page.tsx'),
    noReferrer,
  ),
  clientPage('my-info', '내 정보', () => import('#web/members/account/my-info-page.tsx')),
  clientPage(
    'change-password',
    '비밀번호 변경',
    () => import('#web/members/account/change-password-page.tsx'),
  ),
  clientPage('withdraw', '회원 탈퇴', () => import('#web/members/account/withdraw-page.tsx')),
  clientPage(
    'reserve/type',
    '사전 미팅 예약 · 카테고리',
    () => import('#web/reservations/booking/shoot-type-page.tsx'),
  ),
  clientPage(
    'reserve/date',
    '사전 미팅 예약 · 날짜와 시간',
    () => import('#web/reservations/booking/date-page.tsx'),
  ),
  clientPage(
    'reserve/form',
    '사전 미팅 예약 · 정보',
    () => import('#web/reservations/booking/details-page.tsx'),
  ),
  clientPage(
    'reserve/complete',
    '사전 미팅 예약 완료',
    () => import('#web/reservations/booking/complete-page.tsx'),
  ),
  clientPage('reservation-history', '예약 내역', () => import('#web/reservations/history/history-page.tsx')),
  clientPage('setup', '관리자 계정 만들기', () => import('#web/members/setup/setup-page.tsx'), noReferrer),
  clientPage('admin', '오늘', () => import('#web/desk/desk-page.tsx')),
  clientPage('admin/photos', '사진 관리', () => import('#web/photos/admin/admin-photos-page.tsx')),
  clientPage(
    'admin/reservations',
    '예약 관리',
    () => import('#web/reservations/admin/admin-reservations-page.tsx'),
  ),
  clientPage(
    'admin/reservations/new',
    '예약 등록',
    () => import('#web/reservations/admin/phone-reservation-page.tsx'),
  ),
  clientPage(
    'admin/reservations/:id',
    '예약',
    () => import('#web/reservations/admin/admin-reservation-page.tsx'),
  ),
  clientPage(
    'admin/schedule',
    '일정 관리',
    () => import('#web/reservations/schedule/admin-schedule-page.tsx'),
  ),
  clientPage('admin/questions', '문의 관리', () => import('#web/questions/admin/admin-questions-page.tsx')),
  clientPage(
    'admin/questions/notifications',
    '메시지 기록',
    () => import('#web/notifications/admin-notifications-page.tsx'),
  ),
  clientPage('admin/settings', '설정', () => import('#web/settings/settings-page.tsx')),
  clientPage('admin/settings/staff', '관리자', () => import('#web/settings/staff-page.tsx')),
  clientPage('admin/settings/:section', '설정', () => import('#web/settings/section-page.tsx')),
  clientPage('admin/settings/:section/history', '변경 기록', () => import('#web/settings/history-page.tsx')),
  clientPage('admin/settings/:section/preview', '미리보기', () => import('#web/settings/preview-page.tsx')),
  clientPage('admin/members', '회원 관리', () => import('#web/members/admin/admin-members-page.tsx')),
  clientPage('admin/members/:id', '회원', () => import('#web/members/admin/admin-member-page.tsx')),
  // Only rendered by the server: shown by the service worker while offline, when no code can load.
  {
    path: 'offline',
    handle: {
      isStatic: true,
      meta: { title: '인터넷에 연결되어 있지 않습니다', isNoindex: true } satisfies PageMeta,
    },
    lazy: async () => ({ Component: (await import('#web/shell/pages/offline-page.tsx')).OfflinePage }),
  },
];
