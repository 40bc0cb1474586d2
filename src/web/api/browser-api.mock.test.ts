import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberEndpoints } from '#contract/members.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { reservationEndpoints } from '#contract/reservations.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('sessionStorage', { setItem: () => undefined });
vi.stubGlobal('location', { pathname: '/my-info', search: '' });
vi.stubGlobal('document', { documentElement: { dataset: {} } });
vi.stubGlobal('navigator', {});
vi.stubGlobal('addEventListener', () => undefined);

const showAlert = vi.hoisted(() => vi.fn<(message: string) => Promise<boolean>>(() => Promise.resolve(true)));
const navigateTo = vi.hoisted(() => vi.fn<(path: string) => void>());
vi.mock('#web/shell/alert.tsx', () => ({ showAlert }));
vi.mock('#web/shell/navigation/navigate.ts', () => ({ navigateTo }));

const answer = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', answer);

const refusal = (): Response => Response.json({ message: '로그인이 필요합니다.' }, { status: 401 });
const session = { accessToken: 'access-0', refreshToken: 'refresh-0', name: '김민수', role: 'MEMBER' };
const other = { accessToken: 'access-9', refreshToken: 'refresh-9', name: '이서연', role: 'MEMBER' };

const openTab = async () => {
  vi.resetModules();
  const [api, auth] = await Promise.all([import('./browser-api.ts'), import('#web/auth/session.ts')]);
  auth.writeSession(session);
  return { ...api, ...auth };
};

const tokenOf = (claims: object): string => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.x`;

/** In seconds since 1970. */
const FUTURE = 9_999_999_999;

/** Simulates another tab: localStorage is complete before this tab gets the storage event. */
const storeElsewhere = (next: object): void => {
  for (const [key, value] of Object.entries(next)) stored.set(key, String(value));
};

describe('a rejected request', () => {
  beforeEach(() => {
    stored.clear();
    answer.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it('a session that cannot be refreshed ends with an alert', async () => {
    const { browserApi, readSession } = await openTab();
    answer.mockImplementation(() => Promise.resolve(refusal()));
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(showAlert).toHaveBeenCalledExactlyOnceWith('세션이 만료되었습니다. 다시 로그인해주세요.');
    expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/login');
    expect(readSession()).toBeNull();
  });

  it.each([
    ['logged out', null],
    ['logged out and another logged in', other],
  ])('says nothing to who has %s meanwhile', async (_, next) => {
    const { browserApi, clearSession, readSession, writeSession } = await openTab();
    answer.mockImplementation(() => {
      clearSession();
      if (next !== null) writeSession(next);
      return Promise.resolve(refusal());
    });
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(answer).toHaveBeenCalledTimes(1);
    expect(showAlert).not.toHaveBeenCalled();
    expect(navigateTo).not.toHaveBeenCalled();
    expect(readSession()).toEqual(next);
  });

  it('@9-refresh-once a request rejected with fresh tokens fails without another refresh', async () => {
    const { browserApi, readSession } = await openTab();
    answer.mockImplementation((url) =>
      Promise.resolve(
        url.includes('reissue')
          ? Response.json({ accessToken: 'access-1', refreshToken: 'refresh-1' })
          : refusal(),
      ),
    );
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(answer).toHaveBeenCalledTimes(3);
    expect(showAlert).not.toHaveBeenCalled();
    expect(readSession()?.accessToken).toBe('access-1');
  });
});

describe('an expired access token', () => {
  const expired = { ...session, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: 1 }) };
  const fresh = { accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE }), refreshToken: 'refresh-1' };

  /** The calls in order, each with its path and token. */
  const calls = () =>
    answer.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('authorization')]);
  /** `reissue` is the response to the refresh; other requests return an empty list. */
  const openExpired = async (reissue: () => Response) => {
    const tab = await openTab();
    tab.writeSession(expired);
    answer.mockImplementation((url) =>
      Promise.resolve(url.includes('reissue') ? reissue() : Response.json([])),
    );
    return tab;
  };
  const REISSUE = ['/api/auth/reissue', null];

  beforeEach(() => {
    stored.clear();
    answer.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it.each([
    ['guests may make', questionEndpoints.listQuestions, '/api/question'],
    ['needs a login', reservationEndpoints.myReservations, '/api/reservation/my'],
  ] as const)('@4-session-refreshed is refreshed before a call that %s', async (_, endpoint, path) => {
    const { browserApi, readSession } = await openExpired(() => Response.json(fresh));
    await expect(browserApi.call(endpoint, { query: {} })).resolves.toEqual([]);
    expect(calls()).toEqual([REISSUE, [path, `Bearer ${fresh.accessToken}`]]);
    expect(readSession()).toEqual({ ...session, ...fresh });
  });

  it('a rejected refresh continues as a guest on public pages', async () => {
    const { browserApi, readSession } = await openExpired(refusal);
    await expect(browserApi.call(questionEndpoints.listQuestions, { query: {} })).resolves.toEqual([]);
    expect(calls()).toEqual([REISSUE, ['/api/question', null]]);
    expect(readSession()).toBeNull();
    expect(showAlert).not.toHaveBeenCalled();
    expect(navigateTo).not.toHaveBeenCalled();
  });

  it('a rejected refresh leads to the login on member pages', async () => {
    const { browserApi, readSession } = await openExpired(refusal);
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(calls()).toEqual([REISSUE]);
    expect(showAlert).toHaveBeenCalledExactlyOnceWith('세션이 만료되었습니다. 다시 로그인해주세요.');
    expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/login');
    expect(readSession()).toBeNull();
  });

  it('a refresh without a response keeps the session and shows public content', async () => {
    const { browserApi, readSession } = await openExpired(() => new Response(null, { status: 503 }));
    await expect(browserApi.call(questionEndpoints.listQuestions, { query: {} })).resolves.toEqual([]);
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 503 });
    expect(readSession()).toEqual(expired);
    expect(showAlert).not.toHaveBeenCalled();
  });

  it('@7-bearer an expired token is sent unchanged to public endpoints', async () => {
    const { browserApi } = await openExpired(refusal);
    await browserApi.call(photoEndpoints.homePhotos, {});
    expect(calls()).toEqual([['/api/photo/home', `Bearer ${expired.accessToken}`]]);
  });

  it('expiry is judged by the server’s clock even if the browser’s clock is an hour ahead', async () => {
    const serverNow = Math.floor(Date.now() / 1_000) - 3_600;
    const accessToken = tokenOf({ sub: 'm1', sid: 's1', iat: serverNow, exp: serverNow + 600 });
    const { browserApi } = await openExpired(() => Response.json({ ...fresh, accessToken }));
    for (let count = 0; count < 3; count += 1)
      await browserApi.call(questionEndpoints.listQuestions, { query: {} });
    const read = ['/api/question', `Bearer ${accessToken}`];
    expect(calls()).toEqual([REISSUE, read, read, read]);
  });

  it.each([
    ['is an hour slow', 11 * 60_000],
    ['was an hour ahead and is set right', -3_600_000],
  ])('is refreshed after a reload in a browser whose clock %s', async (_, step) => {
    const serverNow = Math.floor(Date.now() / 1_000) + Math.sign(step) * 3_600;
    const accessToken = tokenOf({ sub: 'm1', sid: 's1', iat: serverNow, exp: serverNow + 600 });
    const first = await openExpired(() => Response.json({ ...fresh, accessToken }));
    await first.browserApi.call(questionEndpoints.listQuestions, { query: {} });
    const reloaded = await openTab();
    reloaded.writeSession({ ...session, accessToken });
    answer.mockClear();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
    await reloaded.browserApi.call(questionEndpoints.listQuestions, { query: {} });
    vi.useRealTimers();
    expect(calls()[0]).toEqual(REISSUE);
  });
});

describe('another login in another tab, without a logout between', () => {
  const mine = { ...session, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE }) };
  const theirs = { ...other, accessToken: tokenOf({ sub: 'm2', sid: 's2', exp: FUTURE }) };

  beforeEach(() => {
    stored.clear();
    answer.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it('S-012 the login of another member clears cached data of the previous one', async () => {
    const {
      readSessionEpoch: countEndings,
      reloadSession,
      subscribeSession,
      writeSession,
      readSession,
    } = await openTab();
    writeSession(mine);
    const seen: (string | null)[] = [];
    subscribeSession(() => seen.push(readSession()?.name ?? null));
    storeElsewhere(theirs);
    expect(reloadSession()).toEqual(theirs);
    expect(seen).toEqual([null, '이서연']);
    expect(countEndings()).toBe(1);
  });

  it('refreshed tokens of the same session do not clear cached data', async () => {
    const { readSessionEpoch: countEndings, reloadSession, writeSession } = await openTab();
    writeSession(mine);
    const fresh = { ...mine, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE + 1 }) };
    storeElsewhere(fresh);
    expect(reloadSession()).toEqual(fresh);
    expect(countEndings()).toBe(0);
  });

  it('S-012 requests of the previous member are not retried', async () => {
    const { browserApi, reloadSession, writeSession } = await openTab();
    writeSession(mine);
    answer.mockImplementation(() => {
      storeElsewhere(theirs);
      reloadSession();
      return Promise.resolve(refusal());
    });
    await expect(browserApi.call(memberEndpoints.withdraw, { body: undefined })).rejects.toMatchObject({
      status: 401,
    });
    expect(answer).toHaveBeenCalledOnce();
    expect(showAlert).not.toHaveBeenCalled();
  });
});

describe('callPage', () => {
  it('callPage reads the cursor of the next page', async () => {
    const { browserApi } = await openTab();
    answer.mockResolvedValueOnce(
      Response.json([], { headers: { link: '</api/admin/member?limit=50&cursor=a+b>; rel="next"' } }),
    );
    await expect(browserApi.callPage(memberEndpoints.adminMembers, { query: {} })).resolves.toEqual({
      rows: [],
      next: 'a b',
    });
    answer.mockResolvedValueOnce(Response.json([]));
    await expect(browserApi.callPage(memberEndpoints.adminMembers, { query: {} })).resolves.toEqual({
      rows: [],
      next: null,
    });
  });
});

describe('reloadSession', () => {
  it.each(['accessToken', 'refreshToken', 'name', 'role'])(
    'reloadSession detects a changed %s',
    async (key) => {
      const { readSession, reloadSession } = await openTab();
      stored.set(key, 'another');
      expect(reloadSession()).toEqual({ ...session, [key]: 'another' });
      expect(readSession()).toEqual({ ...session, [key]: 'another' });
    },
  );
});

describe('a member with an incomplete social profile', () => {
  const forbidden = (): Response => Response.json({ message: '이용 권한이 없습니다.' }, { status: 403 });

  beforeEach(() => {
    stored.clear();
    answer.mockReset();
    navigateTo.mockClear();
  });

  it('S-043 a member with an incomplete profile is redirected to complete it', async () => {
    const { browserApi } = await openTab();
    answer.mockImplementation(() => Promise.resolve(forbidden()));
    await expect(browserApi.call(reservationEndpoints.myReservations, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/social-extra');
  });

  it('other rejections do not redirect to the profile', async () => {
    const { browserApi } = await openTab();
    answer.mockImplementation((url) =>
      Promise.resolve(url === '/api/member/session' ? Response.json([]) : forbidden()),
    );
    await expect(browserApi.call(reservationEndpoints.myReservations, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    expect(navigateTo).not.toHaveBeenCalled();
  });
});
