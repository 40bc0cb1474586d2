import { expect, it } from 'vitest';
import { overloadedError } from '#platform/server/http/overload/too-many-requests.ts';
import { createLoginLimiter } from './login-concurrency.ts';

/** Creates tasks that run until they are resolved by the test. */
const createWorks = () => {
  const ends: (() => void)[] = [];
  return {
    work: () => new Promise<string>((end) => ends.push(() => end('done'))),
    endAll: () => ends.splice(0).forEach((end) => end()),
  };
};

it('F-19 logins beyond the concurrency limit and its queue are rejected before any work', async () => {
  const admit = createLoginLimiter({ maxConcurrent: 1, maxQueued: 1, maxPerIp: 9 });
  const { work, endAll } = createWorks();
  const running = admit('login', '203.0.113.1', work);
  const waiting = admit('login', '203.0.113.2', work);
  let hasBegun = false;
  const late = admit('login', '203.0.113.3', () => {
    hasBegun = true;
    return Promise.resolve('late');
  });
  await expect(late).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
  expect(hasBegun).toBe(false);
  endAll();
  await running;
  endAll();
  expect(await waiting).toBe('done');
});

it('logins of one IP address cannot use up the concurrency of all', async () => {
  const admit = createLoginLimiter({ maxConcurrent: 1, maxQueued: 9, maxPerIp: 2 });
  const { work, endAll } = createWorks();
  const flood = [admit('login', '203.0.113.1', work), admit('login', '203.0.113.1', work)];
  const { code, retryAfter, message } = overloadedError();
  await expect(admit('login', '203.0.113.1', work)).rejects.toMatchObject({ code, retryAfter, message });
  const other = admit('login', '203.0.113.2', work);
  for (const one of [...flood, other]) {
    endAll();
    expect(await one).toBe('done');
  }
  expect(await admit('login', '203.0.113.1', () => Promise.resolve('again'))).toBe('again');
});

it('requests other than logins are not limited', async () => {
  const admit = createLoginLimiter({ maxConcurrent: 1, maxQueued: 0, maxPerIp: 1 });
  const { work, endAll } = createWorks();
  const login = admit('login', '203.0.113.1', work);
  expect(await admit('read', '203.0.113.1', () => Promise.resolve('read'))).toBe('read');
  endAll();
  await login;
});
