import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { memberPages as pages } from '../contract/pages.ts';

export const memberClientRoutes: readonly RouteObject[] = [
  clientPage(pages.findId, () => import('./recovery/find-id-page.tsx')),
  clientPage(pages.findPassword, () => import('./recovery/find-password-page.tsx')),
  clientPage(pages.myInfo, () => import('./account/my-info-page.tsx')),
  clientPage(pages.changePassword, () => import('./account/change-password-page.tsx')),
  clientPage(pages.withdraw, () => import('./account/withdraw-page.tsx')),
  clientPage(pages.setup, () => import('./setup/setup-page.tsx')),
  clientPage(pages.adminMembers, () => import('./admin/admin-members-page.tsx')),
];
