import * as z from 'zod/mini';
import { post } from './endpoint.ts';

export const roles = ['MEMBER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];

const tokens = {
  /** Signed JWT, valid for 10 minutes, 5 for admins, sent as `Authorization: Bearer …`. */
  accessToken: z.string(),
  /** Opaque string, exchanged for a new one when it is used. */
  refreshToken: z.string(),
};

export const loginResponse = z.strictObject({ ...tokens, name: z.string(), role: z.enum(roles) });
export type Session = z.output<typeof loginResponse>;

const tokenPair = z.strictObject(tokens);
export type TokenPair = z.output<typeof tokenPair>;

const refreshRequest = z.strictObject({
  refreshToken: z.string('다시 로그인해 주세요.').check(z.minLength(1), z.maxLength(512)),
});

/** The endpoints that continue a session. The browser calls them in `token-refresh.ts`. */
export const sessionEndpoints = {
  reissue: post('/api/auth/reissue', {
    summary: '새 토큰 받기',
    access: 'public',
    rateLimit: 'session',
    body: refreshRequest,
    response: tokenPair,
    errors: ['UNAUTHENTICATED'],
  }),
  exchangeHandoff: post('/api/auth/handoff', {
    summary:
      '소셜 로그인 마치기: 주소로 받은 토큰을 한 번만 바꿉니다. 로그인을 시작한 브라우저의 쿠키가 필요하고, 다른 토큰은 받지 않습니다.',
    access: 'public',
    rateLimit: 'session',
    body: refreshRequest,
    /** `name` is empty until a new member has completed the profile. */
    response: loginResponse,
    errors: ['UNAUTHENTICATED'],
  }),
} as const;
