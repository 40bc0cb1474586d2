import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../ports/log.ts';
import { handleError } from '../error-handler.ts';
import { admitWrites, createAdmissionController, shedLoad } from './load-shedder.ts';

const READ = true;
const WRITE = false;

const createController = (eventLoopDelay = () => 0) => {
  const controller = createAdmissionController({
    alwaysAdmittedInFlight: 3,
    maxInFlightForReads: 10,
    maxInFlightWrites: 20,
    maxReadDelayMs: 250,
    maxWriteDelayMs: 1_000,
    eventLoopDelay,
  });
  const running: (() => void)[] = [];
  /** Starts requests that run until they are released, and returns how many were admitted. */
  const acquire = (count: number, isRead: boolean): number => {
    const before = running.length;
    const work = () => new Promise<void>((resolve) => running.push(resolve));
    for (let started = 0; started < count; started += 1) controller.run(isRead, work).catch(() => undefined);
    return running.length - before;
  };
  const releaseOne = async (): Promise<void> => {
    running.pop()?.();
    await setImmediate();
  };
  return { acquire, releaseOne };
};

describe('F-19 the admission controller', () => {
  it('reads are admitted up to the limit of requests in progress, and again once one is released', async () => {
    const { acquire, releaseOne } = createController();
    expect(acquire(1_000, READ)).toBe(10);
    await releaseOne();
    expect(acquire(1_000, READ)).toBe(1);
  });

  it('writes are admitted while reads are rejected, up to their own limit', () => {
    const { acquire } = createController();
    acquire(10, READ);
    expect(acquire(1_000, WRITE)).toBe(20);
    expect(acquire(1, READ)).toBe(0);
  });

  it('a growing event-loop delay rejects reads first and then writes', () => {
    let delay = 0;
    const { acquire } = createController(() => delay);
    acquire(3, READ);
    delay = 250;
    expect([acquire(1, READ), acquire(1, WRITE)]).toEqual([0, 1]);
    delay = 1_000;
    expect([acquire(1, READ), acquire(1, WRITE)]).toEqual([0, 0]);
  });

  it('a few requests are admitted however long the event-loop delay is', () => {
    const { acquire } = createController(() => 60_000);
    expect(acquire(1_000, READ)).toBe(3);
  });
});

describe('F-19 the load shedding middleware', () => {
  const full = new Hono();
  full.onError((error, context) => handleError(context, error, createLog('silent')));
  full.use(
    shedLoad(
      createAdmissionController({
        alwaysAdmittedInFlight: 0,
        maxInFlightForReads: 0,
        maxInFlightWrites: 0,
      }),
    ),
  );
  full.all('*', (context) => context.text('ok'));
  const send = async (path: string, accept = '*/*', env: object = { outgoing: {} }) =>
    full.request(path, { headers: { accept } }, env);
  const statusOf = async (path: string, env?: object) => (await send(path, '*/*', env)).status;
  const MESSAGE = '지금은 이용자가 많습니다. 잠시 후 다시 시도해 주세요.';

  it('an overloaded server rejects pages and API requests with 429 and Retry-After', async () => {
    const rejected = await send('/api/photo/home');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await rejected.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: MESSAGE });
    expect(await statusOf('/')).toBe(429);
  });

  it('an overloaded server rejects a navigation with an uncached HTML page without scripts', async () => {
    const rejected = await send('/question?keyword=a', 'text/html,application/xhtml+xml;q=0.9');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1']);
    expect(rejected.headers.get('content-type')).toContain('text/html');
    expect(rejected.headers.get('cache-control')).toBe('no-store');
    expect(rejected.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await rejected.text()).toContain(MESSAGE);
    const called = await send('/api/photo/home', 'text/html');
    expect(called.headers.get('content-type')).toContain('application/json');
  });

  it.each([
    '/livez',
    '/healthz',
    '/photos/a.jpg',
    '/logo/a.png',
    '/uploads/staging/a.jpg',
    '/api/auth/reissue',
    '/api/auth/handoff',
  ])('load shedding does not limit %s', async (path) => expect(await statusOf(path)).toBe(200));

  it('load shedding does not count the internal API requests of a page', async () => {
    expect(await statusOf('/api/photo/home', { isInternal: true })).toBe(200);
  });

  it('load shedding releases failed requests too', async () => {
    const app = new Hono();
    app.onError((_, context) => context.text('failed', 500));
    app.use(shedLoad(createAdmissionController({ alwaysAdmittedInFlight: 0, maxInFlightForReads: 1 })));
    app.get('/bad', () => Promise.reject(new Error('failed')));
    app.get('/good', (context) => context.text('ok'));
    for (const [path, status] of Object.entries({ '/bad': 500, '/good': 200, '/missing': 404 }))
      expect((await app.request(path, undefined, { outgoing: {} })).status).toBe(status);
  });

  it('a write above the limit of concurrent writes is rejected', async () => {
    const controller = createAdmissionController({ alwaysAdmittedInFlight: 0, maxInFlightWrites: 1 });
    const admit = admitWrites(controller);
    let inner: Promise<unknown> = Promise.resolve();
    await admit('/api/reservation', () => {
      inner = admit('/api/question', () => Promise.resolve());
      return Promise.resolve();
    });
    await expect(inner).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(admit('/api/question', () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
