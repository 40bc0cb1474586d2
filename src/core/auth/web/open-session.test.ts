import { beforeEach, expect, test, vi } from 'vitest';
import { clearSession, readSession, writeSession } from '#platform/web/client/api/session.ts';
import { openSession } from './open-session.ts';

const stored = new Map<string, string>();
const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

const MINUTE = 60_000;
const tokenOf = (sid: string, life: number): string =>
  `e30.${btoa(JSON.stringify({ sub: `of ${sid}`, sid, exp: (Date.now() + life) / 1_000 }))}.x`;
const sessionOf = (sid: string, life: number) => ({
  accessToken: tokenOf(sid, life),
  refreshToken: `refresh of ${sid}`,
  name: sid,
  role: 'MEMBER',
});

const calls = () =>
  fetchMock.mock.calls.map(([url, { headers, body } = {}]) => [
    url,
    new Headers(headers).get('authorization'),
    body,
  ]);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', fetchMock.mockReset().mockResolvedValue(new Response(null, { status: 204 })));
  return clearSession;
});

const next = sessionOf('next', MINUTE);

test('opening a first session sends no request', () => {
  openSession(next);
  expect(readSession()).toEqual(next);
  expect(fetchMock).not.toHaveBeenCalled();
});

test('S-088 opening a session revokes the previous one with its own token', async () => {
  const before = sessionOf('before', MINUTE);
  writeSession(before);
  openSession(next);
  expect(readSession()).toEqual(next);
  await expect.poll(() => fetchMock).toHaveBeenCalledOnce();
  expect(calls()).toEqual([['/api/auth/logout', `Bearer ${before.accessToken}`, undefined]]);
});

test('S-088 an expired previous session is refreshed in the background only to revoke it', async () => {
  const before = sessionOf('before', -30 * 60 * MINUTE);
  writeSession(before);
  fetchMock.mockResolvedValueOnce(Response.json({ accessToken: 'renewed', refreshToken: 'r' }));
  openSession(next);
  expect(readSession()).toEqual(next);
  await expect.poll(() => fetchMock).toHaveBeenCalledTimes(2);
  expect(calls()).toEqual([
    ['/api/auth/reissue', null, JSON.stringify({ refreshToken: 'refresh of before' })],
    ['/api/auth/logout', 'Bearer renewed', undefined],
  ]);
  expect(readSession()).toEqual(next);
});

test('a failed revocation of the previous session does not affect the new one', async () => {
  const before = sessionOf('before', -MINUTE);
  writeSession(before);
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  openSession(next);
  await expect.poll(() => fetchMock).toHaveBeenCalledTimes(2);
  expect(calls()[1]).toEqual(['/api/auth/logout', `Bearer ${before.accessToken}`, undefined]);
  expect(readSession()).toEqual(next);
});
