import { describe, expect, it } from 'vitest';
import { parseLoginResponse } from './log-in.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh' };

describe('parseLoginResponse', () => {
  it('a login response of this server is parsed into a session', () => {
    const response = { ...tokens, name: '김민수', role: 'MEMBER' };
    expect(parseLoginResponse(response)).toEqual(response);
  });

  it.each([
    ['role', { role: 'ADMIN' }],
    ['user.role', { user: { role: 'ADMIN' } }],
    ['roles[0]', { roles: ['ADMIN', 'MEMBER'] }],
    ['authorities[0]', { authorities: ['ADMIN'] }],
    ['authorities[0].authority', { authorities: [{ authority: 'ADMIN' }] }],
  ])('@3-role-places the role is read from %s', (_, roleField) => {
    expect(parseLoginResponse({ ...tokens, ...roleField })?.role).toBe('ADMIN');
  });

  it('the role field takes precedence over the other places of a role', () => {
    expect(parseLoginResponse({ ...tokens, role: 'MEMBER', roles: ['ADMIN'] })?.role).toBe('MEMBER');
  });

  it.each([
    [{}],
    [{ accessToken: 'access' }],
    [{ refreshToken: 'refresh' }],
    [{ accessToken: '', refreshToken: 'refresh' }],
  ])('no session is opened without both tokens: %j', (response) => {
    expect(parseLoginResponse(response)).toBeNull();
  });
});
