import { clientPage } from '#core/content/web/page-route.tsx';
import { authPages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.login, '로그인', () => import('./login-page.tsx')),
  clientPage(pages.oauthSuccess, '로그인', () => import('./oauth-success-page.tsx')),
  clientPage(pages.socialExtra, '추가 정보 입력', () => import('./register/social-profile-page.tsx')),
  clientPage(pages.register, '회원가입', () => import('./register/register-page.tsx')),
];

export const loadSections = async () => (await import('../contract/sections.ts')).authSections;
