import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const page: { oauthHandoff?: string } = {};
vi.stubGlobal('window', page);

const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetchMock);

const { exchangeOauthHandoff, hasOauthHandoff } = await import('./oauth-handoff.ts');

const handoffQuery =
  '?accessToken=hand-access&refreshToken=hand-refresh&name=%EA%B9%80%EB%AF%BC%EC%88%98&role=MEMBER';

describe('the OAuth handoff token', () => {
  beforeEach(() => {
    stored.clear();
    stored.set('accessToken', 'mine');
    fetchMock.mockReset();
    page.oauthHandoff = handoffQuery;
  });

  it('S-088 the handoff token is exchanged once, with the cookie and without the current session’s token', async () => {
    const session = { accessToken: 'access-1', refreshToken: 'refresh-1', name: '김민수', role: 'MEMBER' };
    fetchMock.mockResolvedValue(Response.json(session));
    page.oauthHandoff = handoffQuery.replace(/name=.*/, 'name=Victim&role=ADMIN');
    expect(hasOauthHandoff()).toBe(true);
    // Name and role are those of the response.
    expect(await exchangeOauthHandoff()).toEqual({ session, nickname: 'Victim' });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe('/api/auth/handoff');
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin' });
    expect(init?.body).toBe(JSON.stringify({ refreshToken: 'hand-refresh' }));
    expect(new Headers(init?.headers).has('authorization')).toBe(false);
    expect(hasOauthHandoff()).toBe(false);
    expect(await exchangeOauthHandoff()).toBeNull();
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it.each([
    ['rejected', () => Promise.resolve(Response.json({ message: '다시 로그인해 주세요.' }, { status: 401 }))],
    ['not parseable', () => Promise.resolve(new Response('…'))],
    ['lost on the way', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'S-088 the handoff token is dropped and the current session kept when the exchange is %s',
    async (_, respond) => {
      fetchMock.mockImplementation(respond);
      expect(await exchangeOauthHandoff()).toBeNull();
      expect(page).toEqual({});
      expect(Object.fromEntries(stored)).toEqual({ accessToken: 'mine' });
    },
  );

  it.each(['', '?name=x', '?accessToken=a&refreshToken=', '?refreshToken=r'])(
    '@2-oauth-failed no request is sent for the handoff query %o',
    async (query) => {
      page.oauthHandoff = query;
      expect(await exchangeOauthHandoff()).toBeNull();
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );
});
