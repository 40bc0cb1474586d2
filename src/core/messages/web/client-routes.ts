import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { messagePages as pages } from '../contract/pages.ts';

export const clientRoutes: readonly RouteObject[] = [
  clientPage(pages.adminNotifications, '메시지 기록', () => import('./admin-notifications-page.tsx')),
];
