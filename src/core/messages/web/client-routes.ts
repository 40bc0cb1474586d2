import type { RouteObject } from 'react-router';
import type { ContentSections } from '#core/content/contract/content-section.ts';
import { clientPage } from '#core/content/web/page-route.tsx';
import { messagePages as pages } from '../contract/pages.ts';

export const clientRoutes: readonly RouteObject[] = [
  clientPage(pages.adminNotifications, '메시지 기록', () => import('./admin-notifications-page.tsx')),
];

export const loadSections = async (): Promise<ContentSections> =>
  (await import('../contract/sections.ts')).messageSections;
