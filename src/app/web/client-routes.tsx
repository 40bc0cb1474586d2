import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { PageMeta } from '#core/content/web/page-meta.ts';
import { clientPage } from '#core/content/web/page-route.tsx';
import type { Page } from '#platform/contract/page.ts';
import { appPages as pages } from '../contract/pages.ts';
import type { SettingsPageProps } from './settings/load-sections.ts';

/** A page of the settings that needs their sections. Its code and the sections of all features are imported together. */
const settingsPage = (
  page: Page,
  title: string,
  load: () => Promise<{ readonly default: ComponentType<SettingsPageProps> }>,
): RouteObject =>
  clientPage(page, title, async () => {
    const importSections = async () => (await import('./settings/load-sections.ts')).loadSections();
    const [{ default: Content }, sections] = await Promise.all([load(), importSections()]);
    return { default: () => <Content sections={sections} /> };
  });

/** Routes of the client-rendered pages of `app`, and of the offline page. */
export const clientRoutes: readonly RouteObject[] = [
  clientPage(pages.setup, '관리자 계정 만들기', () => import('./setup/setup-page.tsx')),
  clientPage(pages.desk, '오늘', () => import('./desk/desk-page.tsx')),
  clientPage(pages.monthSheet, '월별 통계', () => import('./desk/month-sheet-page.tsx')),
  settingsPage(pages.settings, '설정', () => import('./settings/settings-page.tsx')),
  clientPage(pages.connections, '연결', () => import('./connections/connections-page.tsx')),
  clientPage(pages.staff, '관리자', () => import('./settings/staff-page.tsx')),
  settingsPage(pages.section, '설정', () => import('./settings/section-page.tsx')),
  settingsPage(pages.sectionHistory, '변경 기록', () => import('./settings/history-page.tsx')),
  settingsPage(pages.sectionPreview, '미리보기', () => import('./settings/preview-page.tsx')),
  clientPage(pages.adminCustomers, '고객', () => import('./customers/customers-page.tsx')),
  clientPage(pages.adminCustomer, '고객', () => import('./customers/customer-page.tsx')),
  // Only rendered by the server: shown by the service worker while offline, when no code can load.
  {
    path: 'offline',
    handle: {
      isOfflinePage: true,
      meta: { title: '인터넷에 연결되어 있지 않습니다', isNoindex: true } satisfies PageMeta,
    },
    lazy: async () => ({ Component: (await import('./layout/pages/offline-page.tsx')).OfflinePage }),
  },
];
