import type { Page } from '#platform/contract/page.ts';

export const authPages = {
  login: {
    path: '/login',
    audience: 'guest',
    menu: { name: 'guest', label: '로그인', position: 1 },
  },
  oauthSuccess: { path: '/oauth-success', audience: 'private', acceptsHandoffToken: true },
  socialExtra: {
    path: '/social-extra',
    audience: 'private',
    acceptsHandoffToken: true,
  },
  register: { path: '/register', audience: 'guest' },
} as const satisfies Readonly<Record<string, Page>>;
