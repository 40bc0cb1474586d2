import { describe, expect, it } from 'vitest';
import { parseLoginResponse } from './parse-login-response.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh' };

describe('parseLoginResponse', () => {
  it('parseLoginResponse accepts the response of our server', () => {
    const answer = { ...tokens, name: '김민수', role: 'MEMBER' };
    expect(parseLoginResponse(answer)).toEqual(answer);
  });

  it.each([
    ['role', { role: 'ADMIN' }],
    ['user.role', { user: { role: 'ADMIN' } }],
    ['roles[0]', { roles: ['ADMIN', 'MEMBER'] }],
    ['authorities[0]', { authorities: ['ADMIN'] }],
  ])('@3-role-places takes the role from %s', (_, place) => {
    expect(parseLoginResponse({ ...tokens, ...place })?.role).toBe('ADMIN');
  });

  it('parseLoginResponse prefers the top-level role', () => {
    expect(parseLoginResponse({ ...tokens, role: 'MEMBER', roles: ['ADMIN'] })?.role).toBe('MEMBER');
  });

  it.each([
    [{}],
    [{ accessToken: 'access' }],
    [{ refreshToken: 'refresh' }],
    [{ accessToken: '', refreshToken: 'refresh' }],
  ])('opens no session without both tokens: %j', (answer) => {
    expect(parseLoginResponse(answer)).toBeNull();
  });
});
