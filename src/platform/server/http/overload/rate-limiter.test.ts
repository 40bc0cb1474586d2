import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createSecondServer, createTestApp, type TestApp } from '#test/test-app.ts';
import { AppError } from '../../../contract/errors.ts';
import { type RateLimitName, codeLimits, rateLimits } from '../../../contract/rate-limits.ts';
import { rateCounters } from '../../db/tables.ts';
import { createRateLimiter, type RateLimitSubjects } from './rate-limiter.ts';

const MINUTE_MS = 60_000;
const app = await createTestApp({ rateLimits: true });

/** Calls the limiter `times` times, each with its own subjects, and returns how many calls were admitted. */
const countAdmitted = async (
  name: RateLimitName,
  times: number,
  subjects: (count: number) => RateLimitSubjects,
  server: TestApp = app,
): Promise<number> => {
  const limitRate = createRateLimiter(server.deps);
  let admitted = 0;
  for (let count = 0; count < times; count += 1)
    admitted += await limitRate(name, subjects(count)).then(
      () => 1,
      () => 0,
    );
  return admitted;
};

it('counting a request uses an asynchronous commit only for its own statement', async () => {
  expect(await countAdmitted('login', 1, () => ({ ip: '192.0.2.9' }))).toBe(1);
  const settings = await Promise.all(
    Array.from({ length: 10 }, () => app.db.execute(sql`show synchronous_commit`)),
  );
  expect(settings.map(({ rows }) => rows[0])).toEqual(settings.map(() => ({ synchronous_commit: 'on' })));
});

it('concurrent requests from two IP addresses are counted exactly', async () => {
  const limitRate = createRateLimiter(app.deps);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, count) => limitRate('login', { ip: `192.0.2.${10 + (count % 2)}` })),
  );
  // 30 from each of the two IP addresses.
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
});

describe('S-026 the sendCode rate limit', () => {
  it('one IP address can request 10 codes an hour and 30 a day', async () => {
    const send = () => countAdmitted('sendCode', 11, () => ({ ip: '192.0.2.1' }));
    const hours: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      hours.push(await send());
      app.clock.advance(60 * MINUTE_MS);
    }
    // Rejected requests count too.
    expect(hours).toEqual([10, 10, 8, 0]);
  });
});

describe('a rate limit in the database', () => {
  it('servers on the same database share a rate limit', async () => {
    const ip = '192.0.2.77';
    expect(await countAdmitted('login', 20, () => ({ ip }))).toBe(20);
    expect(await countAdmitted('login', 20, () => ({ ip }), createSecondServer(app))).toBe(10);
  });

  it('Retry-After of a rate limit is in whole minutes and does not reveal the window', async () => {
    app.clock.advance(1_234);
    const ip = '192.0.2.9';
    expect(await countAdmitted('login', 30, () => ({ ip }))).toBe(30);
    const rejection: unknown = await createRateLimiter(app.deps)('login', { ip }).catch(
      (error: unknown) => error,
    );
    const seconds = rejection instanceof AppError ? (rejection.retryAfter ?? 0) : 0;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds % 60).toBe(0);
  });
});

describe('S-016 an IPv6 network of /48', () => {
  const address = (count: number) => ({ ip: `2001:db8:1:${count}::/64`, network: '2001:db8:1::/48' });

  it('the addresses of a /48 together may send ten times as many requests as one of its /64', async () => {
    const other = { ip: '2001:db8:2:0::/64', network: '2001:db8:2::/48' };
    // Requests that its own limit refuses do not count for the network.
    expect(await countAdmitted('login', 100, () => address(0))).toBe(30);
    expect(await countAdmitted('login', 280, address)).toBe(270);
    expect(await countAdmitted('login', 31, () => other)).toBe(30);
    expect(await countAdmitted('read', 3_010, address)).toBe(3_000);
  });

  it('an IPv4 address is counted once', async () => {
    const countRows = () => app.db.$count(rateCounters);
    const before = await countRows();
    await countAdmitted('verifyCode', 1, () => ({ ip: '192.0.2.201', network: '192.0.2.201' }));
    expect(await countRows()).toBe(before + 1);
  });
});

it('S-016 the rate limits equal those of the security policy', () => {
  const summaries = Object.fromEntries(
    Object.entries(rateLimits).map(([name, windows]) => [
      name,
      windows.map(({ by, limit, seconds }) => `${by} ${limit}/${seconds}`),
    ]),
  );
  expect(summaries).toMatchObject({
    request: ['ip 600/60'],
    read: ['ip 300/60'],
    search: ['ip 30/60'],
    write: ['member 30/60'],
    reservation: ['member 10/60', 'ip 60/3600'],
    question: ['member 5/60', 'member 30/86400'],
    upload: ['member 60/600'],
    check: ['ip 60/60', 'ip 600/3600'],
    sendCode: ['member 3/600', 'member 5/3600', 'member 10/86400', 'ip 10/3600', 'ip 30/86400'],
    login: ['ip 30/900', 'ip 300/86400'],
  });
  expect(codeLimits.phone.map(({ limit, seconds }) => `${limit}/${seconds}`)).toEqual([
    '3/600',
    '5/3600',
    '10/86400',
  ]);
  expect(codeLimits.everyone).toEqual({ limit: 300, seconds: 3_600 });
});
