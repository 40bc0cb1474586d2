import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { RateLimitName } from '#contract/rate-limits.ts';
import { rateLimits } from '#contract/rate-limits.ts';
import { AppError } from '#contract/errors.ts';
import type { Log } from '#server/ports/log.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { RateLimitSubjects } from './rate-limiter.ts';

const MINUTE = 60_000;
const app = await createTestApp({ rateLimits: true });

/** Counts how many of `times` calls are admitted, each with its own subjects. */
const countAdmitted = async (
  name: RateLimitName,
  times: number,
  subjects: (count: number) => RateLimitSubjects,
  from: TestApp = app,
): Promise<number> => {
  const limitRate = createRateLimiter(from.deps);
  let admitted = 0;
  for (let count = 0; count < times; count += 1)
    admitted += await limitRate(name, subjects(count)).then(
      () => 1,
      () => 0,
    );
  return admitted;
};

it('rate limit counters commit asynchronously and other transactions synchronously', async () => {
  expect(await countAdmitted('login', 1, () => ({ address: '192.0.2.9' }))).toBe(1);
  const settings = await Promise.all(
    Array.from({ length: 10 }, () => app.db.execute(sql`show synchronous_commit`)),
  );
  expect(settings.map(({ rows }) => rows[0])).toEqual(settings.map(() => ({ synchronous_commit: 'on' })));
});

it('concurrent calls are counted exactly', async () => {
  const limitRate = createRateLimiter(app.deps);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, count) => limitRate('login', { address: `192.0.2.${10 + (count % 2)}` })),
  );
  // 30 calls of each of two IP addresses.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
});

describe('S-026 rate limits of verification codes', () => {
  it('one IP address can request 10 codes an hour and 30 a day', async () => {
    const send = () =>
      countAdmitted('sendCode', 11, (count) => ({ address: '192.0.2.1', phone: `${Math.random()}${count}` }));
    const hours: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      hours.push(await send());
      app.clock.advance(60 * MINUTE);
    }
    // Rejected requests are counted as well.
    expect(hours).toEqual([10, 10, 8, 0]);
  });

  it('all clients together can request 300 codes an hour, and half of it is logged', async () => {
    const own = await createTestApp({ rateLimits: true });
    const warn = vi.fn<Log['warn']>();
    const watched = createSecondServer(own, { log: { ...own.deps.log, warn } });
    // Rejected requests of one client do not use up the shared limit.
    const one = { address: '192.0.2.1', phone: '01012345678' };
    expect(await countAdmitted('sendCode', 20, () => one, watched)).toBe(3);
    const each = (count: number) => ({ address: `a${count}`, phone: `p${count}` });
    expect(await countAdmitted('sendCode', 146, each, watched)).toBe(146);
    expect(warn).not.toHaveBeenCalled();
    const others = (count: number) => ({ address: `b${count}`, phone: `q${count}` });
    expect(await countAdmitted('sendCode', 160, others, watched)).toBe(151);
    expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'limit_half_used', name: 'sendCode' });
  });
});

describe('a rate limit', () => {
  it('a rate limit is shared by all servers of a database and survives restarts', async () => {
    const address = '192.0.2.77';
    expect(await countAdmitted('login', 20, () => ({ address }))).toBe(20);
    expect(await countAdmitted('login', 20, () => ({ address }), createSecondServer(app))).toBe(10);
  });

  it('the time to wait is rounded to minutes, so that it does not reveal the window', async () => {
    app.clock.advance(1_234);
    const address = '192.0.2.9';
    expect(await countAdmitted('login', 30, () => ({ address }))).toBe(30);
    const refused: unknown = await createRateLimiter(app.deps)('login', { address }).catch(
      (error: unknown) => error,
    );
    const seconds = refused instanceof AppError ? (refused.retryAfter ?? 0) : 0;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds % 60).toBe(0);
  });
});

it('S-016 the rate limits are those of the policy', () => {
  const inWords = Object.fromEntries(
    Object.entries(rateLimits).map(([name, windows]) => [
      name,
      windows.map(({ by, limit, seconds }) => `${by} ${limit}/${seconds}`),
    ]),
  );
  expect(inWords).toMatchObject({
    request: ['address 600/60'],
    read: ['address 300/60'],
    search: ['address 30/60'],
    write: ['member 30/60'],
    booking: ['member 10/60', 'address 60/3600'],
    inquiry: ['member 5/60', 'member 30/86400'],
    upload: ['member 60/600'],
    check: ['address 60/60', 'address 600/3600'],
    sendCode: [
      'phone 3/600',
      'phone 5/3600',
      'phone 10/86400',
      'address 10/3600',
      'address 30/86400',
      'everyone 300/3600',
    ],
    login: ['address 30/900', 'address 300/86400'],
  });
});
