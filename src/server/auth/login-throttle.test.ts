import { describe, expect, it } from 'vitest';
import { testApp } from '#test/app.ts';
import { insertMember } from '#test/factories.ts';

const app = await testApp({ rateLimits: true });
const password = 'password1';
const { loginId } = await insertMember(app, { loginId: 'kim.minsu', password });

let caller = 0;
/** From a new address each time: this is about the account. */
const logIn = (id: string, given: string) => {
  caller += 1;
  return app.post(
    '/api/auth/login',
    { loginId: id, password: given },
    { address: `198.51.${Math.floor(caller / 200)}.${caller % 200}` },
  );
};
const failTimes = async (id: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await logIn(id, 'wrong.one')).status);
  return statuses;
};

describe('S-015 an account that failed 10 times', () => {
  it('is closed to the right password too, until the quarter of an hour is over', async () => {
    expect(await failTimes(loginId, 10)).toEqual(Array.from({ length: 10 }, () => 400));
    const refused = await logIn(loginId, password);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    app.clock.advance(wait * 1_000);
    expect((await logIn(loginId, password)).status).toBe(200);
  });

  it('S-016 cannot be called by another spelling', async () => {
    await failTimes('kim.minsu', 5);
    await failTimes('KIM.MINSU', 5);
    expect((await logIn('ｋｉｍ.ｍｉｎｓｕ', password)).status).toBe(429);
    app.clock.advance(15 * 60_000);
  });

  it('S-014 need not exist', async () => {
    expect((await failTimes('nobody.here', 11)).at(-1)).toBe(429);
  });

  it('does not count what succeeded', async () => {
    for (let count = 0; count < 12; count += 1) expect((await logIn(loginId, password)).status).toBe(200);
  });

  it('gives parallel guesses no more than 10 tries', async () => {
    app.clock.advance(15 * 60_000);
    const responses = await Promise.all(Array.from({ length: 30 }, () => logIn(loginId, 'wrong.one')));
    const evaluated = responses.filter(({ status }) => status === 400);
    expect(evaluated.length).toBe(10);
  });
});
