import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { givenPassword, loginId } from './fields.ts';

export const roles = ['MEMBER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];

/** The three providers of social login, in the order of their buttons. */
export const providers = ['kakao', 'naver', 'google'] as const;
export type Provider = (typeof providers)[number];

const tokens = {
  /** Signed JWT, 10 minutes, sent as `Authorization: Bearer`. */
  accessToken: z.string(),
  /** Opaque, rotated at each use. */
  refreshToken: z.string(),
};

export const session = z.strictObject({ ...tokens, name: z.string(), role: z.enum(roles) });
export type Session = z.output<typeof session>;

export const tokenPair = z.strictObject(tokens);
export type TokenPair = z.output<typeof tokenPair>;

export const credentials = z.strictObject({ loginId, password: givenPassword });

export const authEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: '로그인',
    access: 'public',
    rateLimit: 'login',
    body: credentials,
    response: session,
    errors: ['LOGIN_FAILED', 'UNAVAILABLE'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: '로그아웃: 이 토큰의 로그인을 끝냅니다',
    access: 'public',
    rateLimit: 'session',
  }),
  reissue: endpoint({
    method: 'POST',
    path: '/api/auth/reissue',
    summary: '새 토큰 받기',
    access: 'public',
    rateLimit: 'session',
    body: z.strictObject({
      refreshToken: z.string('다시 로그인해 주세요.').check(z.minLength(1), z.maxLength(512)),
    }),
    response: tokenPair,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
