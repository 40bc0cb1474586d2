import type { Page } from '#platform/contract/page.ts';

export const authPages = {
  login: {
    path: '/login',
    title: '로그인',
    audience: 'guest',
    menu: { name: 'guest', label: '로그인', position: 1 },
  },
  oauthSuccess: { path: '/oauth-success', title: '로그인', audience: 'private', acceptsHandoffToken: true },
  socialExtra: {
    path: '/social-extra',
    title: '추가 정보 입력',
    audience: 'private',
    acceptsHandoffToken: true,
  },
  register: { path: '/register', title: '회원가입', audience: 'guest' },
} as const satisfies Readonly<Record<string, Page>>;
