import * as z from 'zod/mini';
import { get, post, del } from '#platform/contract/endpoint.ts';
import {
  submittedPassword,
  isoDateTime,
  submittedLoginId,
  secondFactorCode,
} from '#platform/contract/fields.ts';
import { loginResponse } from '#platform/contract/sessions.ts';

/** One active session of the member. */
const signedInDevice = z.strictObject({
  id: z.uuid(),
  /** Whether this session sent the request. */
  current: z.boolean(),
  /** Browser and platform from the user agent: `크롬 · 안드로이드`. */
  device: z.string(),
  /** Truncated IP address: `203.0.113.*`, or the /64 prefix of an IPv6 address. */
  address: z.string(),
  createdAt: isoDateTime,
  lastUsedAt: isoDateTime,
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const authEndpoints = {
  login: post('/api/auth/login', {
    summary: '로그인',
    failed: '로그인 실패',
    access: 'public',
    rateLimit: 'login',
    body: z.strictObject({
      loginId: submittedLoginId,
      password: submittedPassword,
      /** Required from admins who use a second factor. */
      code: z.optional(secondFactorCode),
    }),
    response: loginResponse,
    errors: ['LOGIN_FAILED', 'TOTP_REQUIRED', 'TOTP_WRONG'],
  }),
  logout: post('/api/auth/logout', {
    summary: '로그아웃: 이 토큰의 세션을 종료합니다',
    access: 'public',
    rateLimit: 'session',
  }),
  listSessions: get('/api/member/session', {
    summary: '로그인된 내 기기, 최근 사용순',
    failed: '기기 목록을 불러오지 못했습니다.',
    reads: ['sessions'],
    access: 'member',
    response: z.array(signedInDevice),
  }),
  revokeSession: del('/api/member/session/{id}', {
    summary: '내 기기 하나에서 로그아웃',
    failed: '로그아웃 실패',
    changes: ['sessions'],
    access: 'member',
    answersRepeats: true,
    params: z.object({ id: z.uuid('잘못된 번호입니다.') }),
    errors: ['NOT_FOUND'],
  }),
} as const;
