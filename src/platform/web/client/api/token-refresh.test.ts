import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TokenPair } from '../../../contract/sessions.ts';
import type { ApiError } from './api.ts';

// Simulates one browser: tabs share storage and locks, and each tab has its own modules.
const stored = new Map<string, string>();
/** Delay in milliseconds until one tab's writes are visible to the others. */
let storageLag = 0;
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (storageLag === 0) stored.set(key, value);
    else setTimeout(() => stored.set(key, value), storageLag);
  },
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('document', { documentElement: { dataset: {} } });

type Work = (lock: object | null) => Promise<unknown>;
let holders = 0;
let lastHolder: Promise<unknown> = Promise.resolve();
const hold = (work: Work): Promise<unknown> => {
  holders += 1;
  const held = lastHolder
    .then(() => work({}))
    .finally(() => {
      holders -= 1;
    });
  lastHolder = held.catch(() => undefined);
  return held;
};
const request = (_name: string, ...rest: [Work] | [{ ifAvailable: true }, Work]): Promise<unknown> => {
  if (rest.length === 1) return hold(rest[0]);
  return holders > 0 ? rest[1](null) : hold(rest[1]);
};

/** The refresh token that the simulated server accepts. Each is valid once. */
let validRefresh = '';
let serial = 0;
const reissue = vi.fn<() => Promise<Response>>();
const respondAsServer = async (_url: string, init?: RequestInit): Promise<Response> => {
  const { refreshToken } = JSON.parse(init?.body as string) as TokenPair;
  await Promise.resolve();
  if (refreshToken !== validRefresh)
    return Response.json({ message: '로그인이 필요합니다.' }, { status: 401 });
  serial += 1;
  validRefresh = `refresh-${serial}`;
  return Response.json({ accessToken: `access-${serial}`, refreshToken: validRefresh });
};
vi.stubGlobal('fetch', reissue);

const openTab = async () => {
  vi.resetModules();
  const [refresh, session] = await Promise.all([import('./token-refresh.ts'), import('./session.ts')]);
  return { ...refresh, ...session };
};

const logIn = (): void => {
  storageLag = 0;
  serial = 0;
  validRefresh = 'refresh-0';
  for (const [key, value] of Object.entries({
    accessToken: 'access-0',
    refreshToken: 'refresh-0',
    name: '김민수',
    role: 'MEMBER',
  }))
    stored.set(key, value);
};

describe.each([
  ['with Web Locks', { locks: { request } }],
  ['without Web Locks', {}],
])('refreshing the session %s', (_, navigator) => {
  beforeEach(() => {
    vi.stubGlobal('navigator', navigator);
    reissue.mockReset().mockImplementation(respondAsServer as () => Promise<Response>);
    logIn();
  });

  it('concurrent requests share one token refresh', async () => {
    const tab = await openTab();
    const results = await Promise.all(Array.from({ length: 20 }, () => tab.refreshSession('access-0')));
    expect(results).toEqual(Array.from({ length: 20 }, () => true));
    expect(reissue).toHaveBeenCalledTimes(1);
    expect(tab.readSession()).toEqual({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      name: '김민수',
      role: 'MEMBER',
    });
    expect(Object.fromEntries(stored)).toEqual(tab.readSession());
  });

  it('a request sent before the last refresh needs no further refresh', async () => {
    const tab = await openTab();
    await tab.refreshSession('access-0');
    await expect(tab.refreshSession('access-0')).resolves.toBe(true);
    expect(reissue).toHaveBeenCalledTimes(1);
  });

  it('a rejected refresh token means that the session is over', async () => {
    const tab = await openTab();
    validRefresh = 'another';
    await expect(tab.refreshSession('access-0')).resolves.toBe(false);
  });

  it('without a stored session the refresh sends no request', async () => {
    stored.clear();
    const tab = await openTab();
    await expect(tab.refreshSession('access-0')).resolves.toBe(false);
    expect(reissue).not.toHaveBeenCalled();
  });

  it.each([
    ['a network error', () => Promise.reject(new TypeError('Failed to fetch')), 0],
    ['a server error', () => Promise.resolve(Response.json({}, { status: 503 })), 503],
    ['too many requests', () => Promise.resolve(Response.json({}, { status: 429 })), 429],
    ['a server timeout', () => Promise.resolve(new Response(null, { status: 408 })), 408],
  ])('the session is kept after %s', async (_name, respond, status) => {
    const tab = await openTab();
    reissue.mockImplementationOnce(respond);
    await expect(tab.refreshSession('access-0')).rejects.toMatchObject({
      status,
    } satisfies Partial<ApiError>);
    expect(stored.get('refreshToken')).toBe('refresh-0');
    await expect(tab.refreshSession('access-0')).resolves.toBe(true);
  });

  it('S-012 a refresh does not store tokens after a logout', async () => {
    const tab = await openTab();
    const refreshed = tab.refreshSession('access-0');
    tab.clearSession();
    await expect(refreshed).resolves.toBe(false);
    expect([...stored.keys()]).toEqual([]);
  });
});

describe('token refresh in two tabs', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: { request } });
    reissue.mockReset().mockImplementation(respondAsServer as () => Promise<Response>);
    logIn();
  });

  it('two tabs share one refresh', async () => {
    const [one, other] = [await openTab(), await openTab()];
    // Makes both tabs read the same session.
    expect(one.readSession()).toEqual(other.readSession());
    await expect(
      Promise.all([one.refreshSession('access-0'), other.refreshSession('access-0')]),
    ).resolves.toEqual([true, true]);
    expect(reissue).toHaveBeenCalledTimes(1);
    expect(other.readSession()?.accessToken).toBe('access-1');
  });

  it('two tabs share one refresh even when storage writes become visible late', async () => {
    const [one, other] = [await openTab(), await openTab()];
    expect(one.readSession()).toEqual(other.readSession());
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    storageLag = 100;
    const first = one.refreshSession('access-0');
    const second = other.refreshSession('access-0');
    await vi.advanceTimersByTimeAsync(2 * storageLag);
    await expect(Promise.all([first, second])).resolves.toEqual([true, true]);
    expect(reissue).toHaveBeenCalledTimes(1);
    expect(other.readSession()?.accessToken).toBe('access-1');
  });

  it('both tabs detect a session that is over', async () => {
    const [one, other] = [await openTab(), await openTab()];
    expect(one.readSession()).toEqual(other.readSession());
    validRefresh = 'another';
    const first = one.refreshSession('access-0').then((isAlive) => {
      // The API client does this after a rejected refresh.
      if (!isAlive) one.clearSession();
      return isAlive;
    });
    await expect(Promise.all([first, other.refreshSession('access-0')])).resolves.toEqual([false, false]);
  });
});
