import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const page: { oauthHandoff?: string } = {};
vi.stubGlobal('window', page);

const answer = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', answer);

const { exchangeOauthHandoff: exchangeHandOff, hasOauthHandoff: hasHandOff } =
  await import('./oauth-handoff.ts');

const handedOver =
  '?accessToken=hand-access&refreshToken=hand-refresh&name=%EA%B9%80%EB%AF%BC%EC%88%98&role=MEMBER';

describe('the hand-off of social login', () => {
  beforeEach(() => {
    stored.clear();
    stored.set('accessToken', 'mine');
    answer.mockReset();
    page.oauthHandoff = handedOver;
  });

  it('S-088 hand-off tokens are exchanged once, with the cookie and without the current session', async () => {
    answer.mockResolvedValue(Response.json({ accessToken: 'access-1', refreshToken: 'refresh-1' }));
    expect(hasHandOff()).toBe(true);
    expect(await exchangeHandOff()).toEqual({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      name: '김민수',
      role: 'MEMBER',
    });
    const [url, init] = answer.mock.calls[0] ?? [];
    expect(url).toBe('/api/auth/reissue');
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
    expect(init?.body).toBe(JSON.stringify({ refreshToken: 'hand-refresh' }));
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
    expect(hasHandOff()).toBe(false);
    expect(await exchangeHandOff()).toBeNull();
    expect(answer).toHaveBeenCalledOnce();
  });

  it.each([
    ['refused', () => Promise.resolve(Response.json({ message: '다시 로그인해 주세요.' }, { status: 401 }))],
    ['not understood', () => Promise.resolve(new Response('…'))],
    ['lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('S-088 is dropped when the trade is %s; the session of this browser stays', async (_, respond) => {
    answer.mockImplementation(respond);
    expect(await exchangeHandOff()).toBeNull();
    expect(page).toEqual({});
    expect(Object.fromEntries(stored)).toEqual({ accessToken: 'mine' });
  });

  it.each(['', '?name=x', '?accessToken=a&refreshToken=', '?refreshToken=r'])(
    '@2-oauth-failed no request is sent for %o',
    async (query) => {
      page.oauthHandoff = query;
      expect(await exchangeHandOff()).toBeNull();
      expect(answer).not.toHaveBeenCalled();
    },
  );
});
