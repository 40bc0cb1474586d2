import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { authPages as pages } from '../contract/pages.ts';

export const authClientRoutes: readonly RouteObject[] = [
  clientPage(pages.login, () => import('./login-page.tsx')),
  clientPage(pages.oauthSuccess, () => import('./oauth-success-page.tsx')),
  clientPage(pages.socialExtra, () => import('./register/social-profile-page.tsx')),
  clientPage(pages.register, () => import('./register/register-page.tsx')),
];
