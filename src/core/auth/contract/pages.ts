import { loginPaths } from '#platform/contract/login-paths.ts';
import type { Page } from '#platform/contract/page.ts';

export const authPages = {
  login: {
    path: loginPaths.login,
    audience: 'guest',
    menu: { name: 'guest', label: '로그인', position: 1 },
  },
  oauthSuccess: { path: loginPaths.oauthSuccess, acceptsHandoffToken: true },
  socialExtra: {
    path: loginPaths.socialExtra,
    acceptsHandoffToken: true,
  },
  register: { path: '/register', audience: 'guest' },
} as const satisfies Readonly<Record<string, Page>>;
