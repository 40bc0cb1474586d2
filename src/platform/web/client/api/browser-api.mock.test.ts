import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { photoEndpoints } from '#core/files/contract/photos.ts';
import { questionEndpoints } from '#features/questions/contract/questions.ts';
import { reservationEndpoints } from '#features/reservations/contract/reservations.ts';
import { errors, type ErrorCode } from '../../../contract/errors.ts';

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
vi.mock('../alert.tsx', () => ({ showAlert }));
vi.mock('../navigation/navigate.ts', () => ({ navigateTo }));

const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetchMock);

const unauthorized = (): Response => Response.json({ message: '로그인이 필요합니다.' }, { status: 401 });
const session = { accessToken: 'access-0', refreshToken: 'refresh-0', name: '김민수', role: 'MEMBER' };
const other = { accessToken: 'access-9', refreshToken: 'refresh-9', name: '이서연', role: 'MEMBER' };

const openTab = async () => {
  vi.resetModules();
  const [api, queries, auth] = await Promise.all([
    import('./browser-api.ts'),
    import('./queries.ts'),
    import('./session.ts'),
  ]);
  auth.writeSession(session);
  return { ...api, ...queries, ...auth };
};

const tokenOf = (claims: object): string => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.x`;

/** Seconds since 1970. */
const FUTURE = 9_999_999_999;

/** Writes the session like another tab does: all keys are stored before this tab receives a storage event. */
const storeInOtherTab = (next: object): void => {
  for (const [key, value] of Object.entries(next)) stored.set(key, String(value));
};

describe('a request that is rejected with 401', () => {
  beforeEach(() => {
    stored.clear();
    fetchMock.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it('a session that cannot be refreshed ends with an alert and a redirect to the login', async () => {
    const { browserApi, readSession } = await openTab();
    fetchMock.mockImplementation(() => Promise.resolve(unauthorized()));
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(showAlert).toHaveBeenCalledExactlyOnceWith('세션이 만료되었습니다. 다시 로그인해주세요.');
    expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/login');
    expect(readSession()).toBeNull();
  });

  it.each([
    ['logged out', null],
    ['logged out and another logged in', other],
  ])('no alert is shown to a visitor who has %s during the request', async (_, next) => {
    const { browserApi, clearSession, readSession, writeSession } = await openTab();
    fetchMock.mockImplementation(() => {
      clearSession();
      if (next !== null) writeSession(next);
      return Promise.resolve(unauthorized());
    });
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(showAlert).not.toHaveBeenCalled();
    expect(navigateTo).not.toHaveBeenCalled();
    expect(readSession()).toEqual(next);
  });

  it('@9-refresh-once a 401 for freshly refreshed tokens is returned to the caller', async () => {
    const { browserApi, readSession } = await openTab();
    fetchMock.mockImplementation((url) =>
      Promise.resolve(
        url.includes('reissue')
          ? Response.json({ accessToken: 'access-1', refreshToken: 'refresh-1' })
          : unauthorized(),
      ),
    );
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
    expect(fetchMock).toHaveBeenCalledTimes(3);
    expect(showAlert).not.toHaveBeenCalled();
    expect(readSession()?.accessToken).toBe('access-1');
  });
});

describe('an expired access token', () => {
  const expired = { ...session, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: 1 }) };
  const fresh = { accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE }), refreshToken: 'refresh-1' };

  /** The requests in order: path and authorization header. */
  const calls = () =>
    fetchMock.mock.calls.map(([url, init]) => [url, new Headers(init?.headers).get('authorization')]);
  /** Opens a tab with an expired token. `reissue` responds to the refresh, every other request returns an empty list. */
  const openExpired = async (reissue: () => Response) => {
    const tab = await openTab();
    tab.writeSession(expired);
    fetchMock.mockImplementation((url) =>
      Promise.resolve(url.includes('reissue') ? reissue() : Response.json([])),
    );
    return tab;
  };
  const REISSUE = ['/api/auth/reissue', null];

  beforeEach(() => {
    stored.clear();
    fetchMock.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it.each([
    ['guests may make', questionEndpoints.listQuestions, '/api/question'],
    ['needs a login', reservationEndpoints.myReservations, '/api/reservation/my'],
  ] as const)(
    '@4-session-refreshed an expired token is refreshed before a request that %s',
    async (_, endpoint, path) => {
      const { browserApi, readSession } = await openExpired(() => Response.json(fresh));
      await expect(browserApi.call(endpoint, { query: {} })).resolves.toEqual([]);
      expect(calls()).toEqual([REISSUE, [path, `Bearer ${fresh.accessToken}`]]);
      expect(readSession()).toEqual({ ...session, ...fresh });
    },
  );

  it('a rejected refresh ends the session without a redirect when guests may make the request', async () => {
    const { browserApi, readSession } = await openExpired(unauthorized);
    await expect(browserApi.call(questionEndpoints.listQuestions, { query: {} })).resolves.toEqual([]);
    expect(calls()).toEqual([REISSUE, ['/api/question', null]]);
    expect(readSession()).toBeNull();
    expect(showAlert).not.toHaveBeenCalled();
    expect(navigateTo).not.toHaveBeenCalled();
  });

  it.each([400, 401, 403, 404])(
    '@4-session-expired a refresh rejected with %i redirects to the login when the request needs a login',
    async (status) => {
      const { browserApi, readSession } = await openExpired(() => Response.json({}, { status }));
      await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 401 });
      expect(calls()).toEqual([REISSUE]);
      expect(showAlert).toHaveBeenCalledExactlyOnceWith('세션이 만료되었습니다. 다시 로그인해주세요.');
      expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/login');
      expect(readSession()).toBeNull();
    },
  );

  it('a failed refresh keeps the session, and requests that guests may make are still sent', async () => {
    const { browserApi, readSession } = await openExpired(() => new Response(null, { status: 503 }));
    await expect(browserApi.call(questionEndpoints.listQuestions, { query: {} })).resolves.toEqual([]);
    await expect(browserApi.call(memberEndpoints.profile, {})).rejects.toMatchObject({ status: 503 });
    expect(readSession()).toEqual(expired);
    expect(showAlert).not.toHaveBeenCalled();
  });

  const loseConnection = (): never => {
    throw new TypeError('Failed to fetch');
  };
  const failures: [string, () => Response, number][] = [
    ['lack of a network', loseConnection, 0],
    [
      'a 429',
      () => Response.json({ message: '혼잡' }, { status: 429, headers: { 'retry-after': '1' } }),
      429,
    ],
    ['a 500', () => Response.json({ message: '고장' }, { status: 500 }), 500],
    ['a 503', () => Response.json({ message: '고장' }, { status: 503 }), 503],
  ];

  it.each(failures)(
    'a page whose refresh fails for %s tries it once, keeps the session and shows its own error',
    async (_, reissue, status) => {
      const { browserApi, queryClient, readSession } = await openExpired(reissue);
      const queryFn = () => browserApi.call(memberEndpoints.profile, {});
      await expect(queryClient.fetchQuery({ queryKey: ['profile'], queryFn })).rejects.toMatchObject({
        status,
        message: '',
      });
      expect(calls()).toEqual([REISSUE]);
      expect(readSession()).toEqual(expired);
      expect(showAlert).not.toHaveBeenCalled();
      expect(navigateTo).not.toHaveBeenCalled();
    },
  );

  it('@7-bearer a public request is sent with an expired token without a refresh', async () => {
    const { browserApi } = await openExpired(unauthorized);
    await browserApi.call(photoEndpoints.homePhotos, {});
    expect(calls()).toEqual([['/api/photo/home', `Bearer ${expired.accessToken}`]]);
  });

  it('token expiry follows the server’s clock: a browser whose clock is an hour ahead refreshes once', async () => {
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
  ])('an expired token is refreshed after a reload in a browser whose clock %s', async (_, step) => {
    const serverNow = Math.floor(Date.now() / 1_000) + Math.sign(step) * 3_600;
    const accessToken = tokenOf({ sub: 'm1', sid: 's1', iat: serverNow, exp: serverNow + 600 });
    const first = await openExpired(() => Response.json({ ...fresh, accessToken }));
    await first.browserApi.call(questionEndpoints.listQuestions, { query: {} });
    const reloaded = await openTab();
    reloaded.writeSession({ ...session, accessToken });
    fetchMock.mockClear();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
    await reloaded.browserApi.call(questionEndpoints.listQuestions, { query: {} });
    vi.useRealTimers();
    expect(calls()[0]).toEqual(REISSUE);
  });
});

describe('a login in another tab without a logout before it', () => {
  const mine = { ...session, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE }) };
  const theirs = { ...other, accessToken: tokenOf({ sub: 'm2', sid: 's2', exp: FUTURE }) };

  beforeEach(() => {
    stored.clear();
    fetchMock.mockReset();
    showAlert.mockClear();
    navigateTo.mockClear();
  });

  it('S-012 a different session in another tab ends this one and clears its data', async () => {
    const { readSessionEpoch, reloadSession, subscribeSession, writeSession, readSession } = await openTab();
    writeSession(mine);
    const names: (string | null)[] = [];
    subscribeSession(() => names.push(readSession()?.name ?? null));
    storeInOtherTab(theirs);
    expect(reloadSession()).toEqual(theirs);
    expect(names).toEqual([null, '이서연']);
    expect(readSessionEpoch()).toBe(1);
  });

  it('refreshed tokens of the same session do not end it', async () => {
    const { readSessionEpoch, reloadSession, writeSession } = await openTab();
    writeSession(mine);
    const fresh = { ...mine, accessToken: tokenOf({ sub: 'm1', sid: 's1', exp: FUTURE + 1 }) };
    storeInOtherTab(fresh);
    expect(reloadSession()).toEqual(fresh);
    expect(readSessionEpoch()).toBe(0);
  });

  it('S-012 a request of the previous member is not repeated for the next member', async () => {
    const { browserApi, reloadSession, writeSession } = await openTab();
    writeSession(mine);
    fetchMock.mockImplementation(() => {
      storeInOtherTab(theirs);
      reloadSession();
      return Promise.resolve(unauthorized());
    });
    await expect(browserApi.call(memberEndpoints.withdraw, { body: undefined })).rejects.toMatchObject({
      status: 401,
    });
    expect(fetchMock).toHaveBeenCalledOnce();
    expect(showAlert).not.toHaveBeenCalled();
  });
});

describe('callPage', () => {
  it('callPage returns the cursor of the next page from the Link header', async () => {
    const { browserApi } = await openTab();
    fetchMock.mockResolvedValueOnce(
      Response.json([], { headers: { link: '</api/admin/member?limit=50&cursor=a+b>; rel="next"' } }),
    );
    await expect(browserApi.callPage(memberEndpoints.adminMembers, { query: {} })).resolves.toEqual({
      rows: [],
      next: 'a b',
    });
    fetchMock.mockResolvedValueOnce(Response.json([]));
    await expect(browserApi.callPage(memberEndpoints.adminMembers, { query: {} })).resolves.toEqual({
      rows: [],
      next: null,
    });
  });
});

describe('reloadSession', () => {
  it.each(['accessToken', 'refreshToken', 'name', 'role'])(
    'reloadSession detects a change of %s by another tab',
    async (key) => {
      const { readSession, reloadSession } = await openTab();
      stored.set(key, 'another');
      expect(reloadSession()).toEqual({ ...session, [key]: 'another' });
      expect(readSession()).toEqual({ ...session, [key]: 'another' });
    },
  );
});

describe('a member with an incomplete social profile', () => {
  const refuseWith = (code: ErrorCode): void =>
    void fetchMock.mockImplementation(() =>
      Promise.resolve(Response.json({ message: errors[code].message, code }, { status: 403 })),
    );

  beforeEach(() => {
    stored.clear();
    fetchMock.mockReset();
    navigateTo.mockClear();
  });

  it('S-043 PROFILE_INCOMPLETE redirects to the profile form without another request', async () => {
    const { browserApi } = await openTab();
    refuseWith('PROFILE_INCOMPLETE');
    await expect(browserApi.call(reservationEndpoints.myReservations, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    expect(navigateTo).toHaveBeenCalledExactlyOnceWith('/social-extra');
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it('a 403 for another reason does not redirect to the profile form', async () => {
    const { browserApi } = await openTab();
    refuseWith('FORBIDDEN');
    await expect(browserApi.call(reservationEndpoints.myReservations, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    expect(navigateTo).not.toHaveBeenCalled();
  });
});
