import type { RouteObject } from 'react-router';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { clientPage } from '#core/content/web/page-route.tsx';
import { appPages as pages } from '../contract/pages.ts';

/** The pages of several nouns for members and admins. */
export const clientRoutes: readonly RouteObject[] = [
  clientPage(pages.desk, '오늘', () => import('./desk/desk-page.tsx')),
  clientPage(pages.settings, '설정', () => import('./settings/settings-page.tsx')),
  clientPage(pages.staff, '관리자', () => import('./settings/staff-page.tsx')),
  clientPage(pages.section, '설정', () => import('./settings/section-page.tsx')),
  clientPage(pages.sectionHistory, '변경 기록', () => import('./settings/history-page.tsx')),
  clientPage(pages.sectionPreview, '미리보기', () => import('./settings/preview-page.tsx')),
  clientPage(pages.adminMember, '회원', () => import('./customers/admin-member-page.tsx')),
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
