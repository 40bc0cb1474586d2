import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { siteCacheRules } from '#app/server/site/site-cache-rules.ts';
import { createResponseCache } from './response-cache.ts';

/** An app that records which responses it builds. Tests can change the pages' text and delay builds. */
const openPages = () => {
  let isConnected = true;
  let text = '처음';
  let buildGate: Promise<void> = Promise.resolve();
  let isFailing = false;
  const built: string[] = [];
  const cache = createResponseCache(siteCacheRules, { isConnected: () => isConnected });
  const app = new Hono();
  app.use(cache.middleware);
  app.get('/api/reservation/booked-times', (context) =>
    context.json([built.push('slots')], 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/introduce', (context) => {
    built.push('uncacheable');
    return context.text('x', 200, { 'cache-control': 'no-store' });
  });
  const fail = async (context: Context): Promise<Response> => {
    built.push('failure');
    await buildGate;
    return context.text('failure', 503);
  };
  app.get('/price', fail);
  app.get('/api/reservation/availability', fail);
  app.get('/terms', (context) => {
    built.push('missing');
    return context.text('x', 404, { 'cache-control': 'no-cache' });
  });
  app.get('*', async (context) => {
    built.push(context.req.path);
    if (isFailing) return context.text('failure', 503);
    const textAtStart = text;
    await buildGate;
    return context.html(`<p>${textAtStart}</p>`, 200, { 'cache-control': 'no-cache' });
  });
  app.post('*', (context) => {
    const status = Number(context.req.query('status') ?? 200) as 200 | 400 | 503;
    if (status !== 400) text = '다음';
    return context.text('', status);
  });
  return {
    app,
    built,
    cache,
    change: (next: string) => void (text = next),
    disconnect: () => void (isConnected = false),
    fail: () => void (isFailing = true),
    delayBuilds: () => {
      let release = (): void => undefined;
      buildGate = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
};
const textOf = async (response: Response | Promise<Response>): Promise<string> => (await response).text();

describe('the response cache', () => {
  it('a cached response is built once, and again after an invalidation', async () => {
    const { app, built, cache, change } = openPages();
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(built).toEqual(['/']);
    change('다음');
    cache.invalidate();
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('concurrent requests share one build', async () => {
    const { app, built, delayBuilds } = openPages();
    const release = delayBuilds();
    const responses = Array.from({ length: 20 }, () => textOf(app.request('/')));
    release();
    expect(new Set(await Promise.all(responses))).toEqual(new Set(['<p>처음</p>']));
    expect(built).toEqual(['/']);
  });

  it.each(['/price', '/api/reservation/availability'])(
    'a failed build of %s fails all concurrent requests, and the next request builds again',
    async (path) => {
      const { app, built, delayBuilds } = openPages();
      const release = delayBuilds();
      const requests = Array.from({ length: 3 }, async () => app.request(path));
      await expect.poll(() => built).toHaveLength(1);
      release();
      for (const response of await Promise.all(requests)) {
        expect(response.status).toBe(503);
        expect(await response.text()).toBe('failure');
      }
      expect(built).toHaveLength(1);
      expect((await app.request(path)).status).toBe(503);
      expect(built).toHaveLength(2);
    },
  );

  it('a response that is not cacheable is built for each concurrent request', async () => {
    const { app, built, delayBuilds } = openPages();
    delayBuilds()();
    const requests = Array.from({ length: 3 }, async () => (await app.request('/terms')).status);
    expect(await Promise.all(requests)).toEqual([404, 404, 404]);
    expect(built).toHaveLength(3);
  });

  it('a response invalidated during its build is neither stored nor given to later requests', async () => {
    const { app, cache, change, delayBuilds } = openPages();
    const release = delayBuilds();
    const early = textOf(app.request('/'));
    await Promise.resolve();
    change('다음');
    cache.invalidate();
    const late = textOf(app.request('/'));
    release();
    expect([await early, await late]).toEqual(['<p>처음</p>', '<p>다음</p>']);
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('the response cache has one entry per combination of declared query values', async () => {
    const { app, built } = openPages();
    for (const path of ['/api/question', '/api/question?limit=20', '/api/question?limit=20&cursor=5'])
      for (let count = 0; count < 2; count += 1) await app.request(path);
    expect(built).toHaveLength(3);
  });

  it('the login page is cached for guests', async () => {
    const { app, built } = openPages();
    for (let count = 0; count < 2; count += 1) await app.request('/login');
    expect(built).toHaveLength(1);
  });

  it('a cached response is built again after its TTL of a minute', async () => {
    // LRUCache reuses a clock reading until a timer of one millisecond.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const { app, built } = openPages();
    await app.request('/');
    now.mockReturnValue(60_000);
    await app.request('/');
    expect(built).toHaveLength(1);
    vi.advanceTimersByTime(1);
    now.mockReturnValue(62_000);
    await app.request('/');
    expect(built).toHaveLength(2);
  });

  it('a full response cache evicts the oldest responses', async () => {
    const { app, built, change } = openPages();
    change('가'.repeat(100_000));
    await app.request('/');
    for (let page = 0; page < 60; page += 1) await app.request(`/api/question/${page}`);
    await app.request('/api/question/59');
    expect(built).toHaveLength(61);
    await app.request('/');
    expect(built).toHaveLength(62);
  });

  it('a cached response is sent in an accepted encoding, or with 304 when the ETag matches', async () => {
    const { app } = openPages();
    const get = (headers: Record<string, string>) => app.request('/', { headers });
    const br = await get({ 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe('<p>처음</p>');
    const zipped = await get({ 'accept-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe('<p>처음</p>');
    expect(await textOf(get({ 'accept-encoding': 'br;q=0' }))).toBe('<p>처음</p>');
    const again = await get({ 'if-none-match': `"other", ${br.headers.get('etag') ?? ''}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('writes and the response cache', () => {
  it.each([
    ['/api/admin/photo/order', '<p>다음</p>', 'that succeeded'],
    ['/api/question?status=503', '<p>다음</p>', 'whose outcome is unknown'],
    ['/api/question?status=400', '<p>처음</p>', 'that was rejected'],
    ['/api/auth/login', '<p>처음</p>', 'that changes no content'],
    ['/api/reservation', '<p>처음</p>', 'that changes no content'],
  ])('after a write to %s a guest reads %s, because it is a write %s', async (path, expected) => {
    const { app } = openPages();
    await app.request('/');
    await app.request(path, { method: 'POST' });
    expect(await textOf(app.request('/'))).toBe(expected);
  });

  it('a build that began before a write does not overwrite the newer response', async () => {
    const { app, delayBuilds } = openPages();
    const release = delayBuilds();
    const early = textOf(app.request('/'));
    await Promise.resolve();
    await app.request('/api/question', { method: 'POST' });
    release();
    expect(await early).toBe('<p>처음</p>');
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });
});

describe('requests that bypass the response cache', () => {
  const countBuildsOfTwo = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    const { app, built } = openPages();
    await app.request(path, { headers });
    await app.request(path, { headers });
    return built.length;
  };

  it.each(['/api/reservation/booked-times', '/introduce', '/terms', '/api/question/my', '/api/admin/photo'])(
    'responses of %s are not stored',
    async (path) => expect(await countBuildsOfTwo(path)).toBe(2),
  );

  it.each([
    '/?z=1',
    '/?',
    '/question?keyword=가격',
    '/api/question?x=1',
    '/api/question?limit=20&x=1',
    '/api/photo/home?x',
    '/api/question/1?limit=20',
    '/api/question?%6Cimi=20',
  ])('a URL with an undeclared query name bypasses the cache: %s', async (path) =>
    expect(await countBuildsOfTwo(path)).toBe(2),
  );

  it.each(['/Question', '/question/', '//question', '/category/wedding', '/unknown', '/my-info'])(
    'a path that the site does not link to bypasses the cache: %s',
    async (path) => expect(await countBuildsOfTwo(path)).toBe(2),
  );

  it('requests with an access token bypass the cache, except on public endpoints', async () => {
    const headers = { authorization: 'Bearer x' };
    for (const path of ['/', '/api/question', '/api/question/1'])
      expect(await countBuildsOfTwo(path, headers)).toBe(2);
    expect(await countBuildsOfTwo('/api/photo/home', headers)).toBe(1);
  });

  it('every request bypasses the cache while change notifications can be missed', async () => {
    const { app, built, disconnect } = openPages();
    await app.request('/');
    disconnect();
    await app.request('/');
    expect(built).toHaveLength(2);
  });
});

describe('while the database is away', () => {
  const openLost = () => {
    const pages = openPages();
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    // LRUCache reuses a clock reading until a timer of one millisecond.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    return {
      ...pages,
      loseDatabase: () => {
        pages.fail();
        pages.disconnect();
      },
      pass: (seconds: number) => {
        vi.advanceTimersByTime(1);
        now.mockReturnValue(1_000 + seconds * 1_000);
      },
    };
  };

  it('the stored response is sent with its age when a new one cannot be built', async () => {
    const { app, built, loseDatabase, pass } = openLost();
    await app.request('/');
    loseDatabase();
    pass(75);
    const response = await app.request('/');
    expect([response.status, await response.text()]).toEqual([200, '<p>처음</p>']);
    expect(response.headers.get('age')).toBe('75');
    expect(response.headers.get('cache-status')).toBe('sajingwan; hit; ttl=-15');
    expect(built).toEqual(['/', '/']);
  });

  it('a response that can be built is preferred to the stored one', async () => {
    const { app, change, disconnect } = openLost();
    await app.request('/');
    change('다음');
    disconnect();
    const response = await app.request('/');
    expect(await response.text()).toBe('<p>다음</p>');
    expect(response.headers.has('age')).toBe(false);
  });

  it('a failure with a working database is not hidden', async () => {
    const { app, fail, pass } = openLost();
    await app.request('/');
    fail();
    pass(75);
    expect((await app.request('/')).status).toBe(503);
  });

  it('a stored response is sent for five minutes at most', async () => {
    const { app, loseDatabase, pass } = openLost();
    await app.request('/');
    loseDatabase();
    pass(299);
    expect((await app.request('/')).status).toBe(200);
    pass(301);
    expect((await app.request('/')).status).toBe(503);
  });

  it.each(['/question', '/api/question', '/api/question/1'])(
    'a stored response of %s is not sent, because it may have become secret',
    async (path) => {
      const { app, loseDatabase } = openLost();
      await app.request(path);
      loseDatabase();
      expect((await app.request(path)).status).toBe(503);
    },
  );

  it('a response from before a change is not sent, and one from before a failed write is', async () => {
    const { app, cache, loseDatabase } = openLost();
    await app.request('/');
    await app.request('/notice');
    cache.invalidate();
    await app.request('/');
    loseDatabase();
    await app.request('/api/question?status=503', { method: 'POST' });
    expect((await app.request('/')).status).toBe(200);
    expect((await app.request('/notice')).status).toBe(503);
  });
});
