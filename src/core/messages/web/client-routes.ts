import { clientPage } from '#core/content/web/page-route.tsx';
import { messagePages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.adminNotifications, '메시지 기록', () => import('./admin-notifications-page.tsx')),
];

export const loadSections = async () => (await import('../contract/sections.ts')).messageSections;
