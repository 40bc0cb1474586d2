import { describe, expect, it } from 'vitest';
import { insertMember } from '#test/factories/members.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const app = await createTestApp({ rateLimits: true });
const password = 'password1';
await insertMember(app, { loginId: 'kim.minsu', password });

let caller = 0;
/** Uses a new IP address each time, so that only the account's limit applies. */
const logIn = (id: string, given: string, cookie?: string) => {
  caller += 1;
  return app.post(
    '/api/auth/login',
    { loginId: id, password: given },
    {
      ip: `198.51.${Math.floor(caller / 200)}.${caller % 200}`,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    },
  );
};
const waitOf = (response: Response): number => Number(response.headers.get('retry-after'));
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';

/** Fails this many times, waiting as the responses say; returns the waits in seconds. */
const failTimes = async (id: string, times: number, cookie?: string): Promise<number[]> => {
  const waits: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const refused = await logIn(id, 'wrong.one', cookie);
    if (refused.status === 429) {
      waits.push(waitOf(refused));
      app.clock.advance(waitOf(refused) * SECOND);
      expect((await logIn(id, 'wrong.one', cookie)).status).toBe(400);
    } else {
      waits.push(0);
      expect(refused.status).toBe(400);
    }
  }
  return waits;
};
const closeAccount = (id: string) => failTimes(id, 10);
const openAgain = () => app.clock.advance(30 * MINUTE);

describe('S-015 wrong passwords', () => {
  it('wrong passwords lock the account for increasing delays from the 5th on', async () => {
    expect(await failTimes('kim.minsu', 10)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
  });

  it('after the 10th wrong password the account is locked for 15 minutes, even for the right one', async () => {
    const refused = await logIn('kim.minsu', password);
    expect(refused.status).toBe(429);
    expect(waitOf(refused)).toBe(900);
    app.clock.advance(15 * MINUTE - SECOND);
    expect((await logIn('kim.minsu', password)).status).toBe(429);
    app.clock.advance(SECOND);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
  });

  it('the right password works after the lock has expired', async () => {
    await failTimes('kim.minsu', 6);
    expect(waitOf(await logIn('kim.minsu', password))).toBe(2);
    app.clock.advance(2 * SECOND);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    openAgain();
  });

  it('wrong passwords are no longer counted 15 minutes after the first', async () => {
    await failTimes('kim.minsu', 4);
    app.clock.advance(15 * MINUTE);
    expect(await failTimes('kim.minsu', 5)).toEqual([0, 0, 0, 0, 0]);
    openAgain();
  });

  it('S-014 wrong passwords lock an account that does not exist as well', async () => {
    expect(await failTimes('nobody.here', 10)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
    expect(waitOf(await logIn('nobody.here', password))).toBe(900);
  });

  it('wrong passwords count as failures and right ones do not', async () => {
    for (let count = 0; count < 12; count += 1) expect((await logIn('kim.minsu', password)).status).toBe(200);
  });

  it('of 100 wrong passwords at once 5 are evaluated', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => logIn('kim.minsu', 'wrong.one')));
    expect(responses.filter(({ status }) => status === 400).length).toBe(5);
    openAgain();
  });
});

describe('a right password', () => {
  it('a right password is accepted by a server whose clock is behind the one that accepted it before', async () => {
    const ahead = createSecondServer(app, {
      clock: { now: () => new Date(app.clock.now().getTime() + 5 * MINUTE) },
    });
    const login = { loginId: 'kim.minsu', password };
    expect((await ahead.post('/api/auth/login', login, { ip: '198.51.100.240' })).status).toBe(200);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    expect((await ahead.post('/api/auth/login', login, { ip: '198.51.100.240' })).status).toBe(200);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
  });

  it('a right password is accepted after the clock was set back', async () => {
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    app.clock.advance(-MINUTE);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    expect((await logIn('kim.minsu', 'wrong.one')).status).toBe(400);
    app.clock.advance(-MINUTE);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    openAgain();
  });

  it('a right password is accepted five times at once', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => logIn('kim.minsu', password)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('S-016 the failure count of an account', () => {
  it('the failure count of an account cannot be evaded by spelling, headers or extra fields', async () => {
    await failTimes('kim.minsu', 2);
    await failTimes('KIM.MINSU', 2);
    expect((await logIn('ｋｉｍ.ｍｉｎｓｕ', 'wrong.one')).status).toBe(400);
    expect((await logIn(' kim.minsu ', 'wrong.one')).status).toBe(429);
    const spoofed = await app.post(
      '/api/auth/login',
      { loginId: 'kim.minsu', password },
      { ip: '198.51.100.250', headers: { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.2' } },
    );
    expect(spoofed.status).toBe(429);
    const withField = { loginId: 'kim.minsu', password, email: 'a@example.com' };
    expect((await app.post('/api/auth/login', withField, { ip: '198.51.100.251' })).status).toBe(400);
    openAgain();
  });

  it.each([
    '/API/auth/Login',
    '/api/auth/login/',
    '/api//auth/login',
    '/api/auth/%2e/login',
    '/api/auth/logi%6e%00',
  ])('is not passed by at %s', async (path) => {
    await failTimes('kim.minsu', 5);
    const response = await app.post(path, { loginId: 'kim.minsu', password }, { ip: '198.51.100.252' });
    expect([404, 405, 429]).toContain(response.status);
    openAgain();
  });
});

describe('S-015 a device that logged in before', () => {
  it('a known device can log in while others lock the account', async () => {
    const cookie = cookieOf(await logIn('kim.minsu', password));
    await closeAccount('kim.minsu');
    expect((await logIn('kim.minsu', password)).status).toBe(429);
    expect((await logIn('kim.minsu', password, cookie)).status).toBe(200);
    openAgain();
  });

  it('a known device has a failure count of its own', async () => {
    const cookie = cookieOf(await logIn('kim.minsu', password));
    expect(await failTimes('kim.minsu', 10, cookie)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16]);
    expect((await logIn('kim.minsu', password, cookie)).status).toBe(429);
    expect((await logIn('kim.minsu', password)).status).toBe(200);
    openAgain();
  });

  it('a device cookie is valid for one member only and not when altered', async () => {
    const other = await insertMember(app, { password });
    const cookie = cookieOf(await logIn(other.loginId, password));
    const own = cookieOf(await logIn('kim.minsu', password));
    await closeAccount('kim.minsu');
    for (const forged of [
      cookie,
      `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}x`,
      'device=a.b.c',
      'device=',
    ])
      expect((await logIn('kim.minsu', password, forged)).status).toBe(429);
    openAgain();
  });

  it('a device cookie is valid for 180 days', async () => {
    const cookie = cookieOf(await logIn('kim.minsu', password));
    app.clock.advance(180 * 24 * 60 * MINUTE);
    await closeAccount('kim.minsu');
    expect((await logIn('kim.minsu', password, cookie)).status).toBe(429);
    openAgain();
  });

  it('S-095 the device cookie is HttpOnly and SameSite', async () => {
    const [value, ...attributes] =
      (await logIn('kim.minsu', password)).headers.get('set-cookie')?.split('; ') ?? [];
    expect(value).toMatch(/^device=[\w-]{22}\.\d+\.[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax']);
    expect((await logIn('kim.minsu', 'wrong.one')).headers.get('set-cookie')).toBeNull();
  });
});
