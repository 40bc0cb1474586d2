import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { createResponseCache } from './response-cache.ts';

/** An app whose pages count how often they are built. Their text can be changed and a build can be paused. */
const openPages = () => {
  let isHearing = true;
  let text = '처음';
  let isOpen: Promise<void> = Promise.resolve();
  const built: string[] = [];
  const cache = createResponseCache({ isHearing: () => isHearing });
  const app = new Hono();
  app.use(cache.middleware);
  app.get('/api/reservation/booked-times', (context) =>
    context.json([built.push('slots')], 200, { 'cache-control': 'no-cache' }),
  );
  app.get('/introduce', (context) => {
    built.push('handed over');
    return context.text('x', 200, { 'cache-control': 'no-store' });
  });
  const fail = async (context: Context): Promise<Response> => {
    built.push('failure');
    await isOpen;
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
    const seen = text;
    await isOpen;
    return context.html(`<p>${seen}</p>`, 200, { 'cache-control': 'no-cache' });
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
    deafen: () => void (isHearing = false),
    holdBack: () => {
      let release = (): void => undefined;
      isOpen = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
};
const textOf = async (answer: Response | Promise<Response>): Promise<string> => (await answer).text();

describe('a cached response', () => {
  it('a response is built once, and again after invalidation', async () => {
    const { app, built, cache, change } = openPages();
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(await textOf(app.request('/'))).toBe('<p>처음</p>');
    expect(built).toEqual(['/']);
    change('다음');
    cache.invalidate();
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('a response is built once for concurrent requests', async () => {
    const { app, built, holdBack } = openPages();
    const release = holdBack();
    const responses = Array.from({ length: 20 }, () => textOf(app.request('/')));
    release();
    expect(new Set(await Promise.all(responses))).toEqual(new Set(['<p>처음</p>']));
    expect(built).toEqual(['/']);
  });

  it.each(['/price', '/api/reservation/availability'])(
    'a failed build of %s fails all concurrent requests and is retried for the next one',
    async (path) => {
      const { app, built, holdBack } = openPages();
      const release = holdBack();
      const requests = Array.from({ length: 3 }, async () => app.request(path));
      await new Promise((resolve) => setTimeout(resolve, 20));
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
    const { app, built, holdBack } = openPages();
    holdBack()();
    const requests = Array.from({ length: 3 }, async () => (await app.request('/terms')).status);
    expect(await Promise.all(requests)).toEqual([404, 404, 404]);
    expect(built).toHaveLength(3);
  });

  it('a response invalidated during its build is neither stored nor shared with later requests', async () => {
    const { app, cache, change, holdBack } = openPages();
    const release = holdBack();
    const early = textOf(app.request('/'));
    await Promise.resolve();
    change('다음');
    cache.invalidate();
    const late = textOf(app.request('/'));
    release();
    expect([await early, await late]).toEqual(['<p>처음</p>', '<p>다음</p>']);
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });

  it('each value of the declared query names has its own cache entry', async () => {
    const { app, built } = openPages();
    for (const path of ['/api/question', '/api/question?limit=20', '/api/question?limit=20&cursor=5'])
      for (let count = 0; count < 2; count += 1) await app.request(path);
    expect(built).toHaveLength(3);
  });

  it('pages without content, such as the login, are cached', async () => {
    const { app, built } = openPages();
    for (let count = 0; count < 2; count += 1) await app.request('/login');
    expect(built).toHaveLength(1);
  });

  it('a cached response expires after a minute', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const { app, built } = openPages();
    await app.request('/');
    now.mockReturnValue(60_000);
    await app.request('/');
    expect(built).toHaveLength(1);
    // Longer than the millisecond for which the cache reuses the current time.
    await new Promise((resolve) => setTimeout(resolve, 20));
    now.mockReturnValue(62_000);
    await app.request('/');
    expect(built).toHaveLength(2);
  });

  it('the oldest response is evicted when the cache is full', async () => {
    const { app, built, change } = openPages();
    change('가'.repeat(100_000));
    await app.request('/');
    for (let page = 0; page < 60; page += 1) await app.request(`/api/question/${page}`);
    await app.request('/api/question/59');
    expect(built).toHaveLength(61);
    await app.request('/');
    expect(built).toHaveLength(62);
  });

  it('a cached response is sent in an accepted encoding, or as 304 when the ETag matches', async () => {
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

describe('a write request', () => {
  it.each([
    ['/api/admin/photo', '<p>다음</p>', 'that succeeded'],
    ['/api/question?status=503', '<p>다음</p>', 'whose outcome is unknown'],
    ['/api/question?status=400', '<p>처음</p>', 'that was refused'],
    ['/api/auth/login', '<p>처음</p>', 'that changes no content'],
    ['/api/reservation', '<p>처음</p>', 'that changes no content'],
  ])('to %s is followed by %s: %s', async (path, expected) => {
    const { app } = openPages();
    await app.request('/');
    await app.request(path, { method: 'POST' });
    expect(await textOf(app.request('/'))).toBe(expected);
  });

  it('a build started before a write does not overwrite newer content', async () => {
    const { app, holdBack } = openPages();
    const release = holdBack();
    const early = textOf(app.request('/'));
    await Promise.resolve();
    await app.request('/api/question', { method: 'POST' });
    release();
    expect(await early).toBe('<p>처음</p>');
    expect(await textOf(app.request('/'))).toBe('<p>다음</p>');
  });
});

describe('an uncached response', () => {
  const countOfTwo = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
    const { app, built } = openPages();
    await app.request(path, { headers });
    await app.request(path, { headers });
    return built.length;
  };

  it.each(['/api/reservation/booked-times', '/introduce', '/terms', '/api/question/my', '/api/admin/photo'])(
    '%s',
    async (path) => expect(await countOfTwo(path)).toBe(2),
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
  ])('an address with a query name that is not declared: %s', async (path) =>
    expect(await countOfTwo(path)).toBe(2),
  );

  it.each(['/Question', '/question/', '//question', '/category/wedding', '/unknown', '/my-info'])(
    '%s, which the site does not link to, is not cached',
    async (path) => expect(await countOfTwo(path)).toBe(2),
  );

  it('requests of members bypass the cache unless the response is public', async () => {
    const headers = { authorization: 'Bearer x' };
    for (const path of ['/', '/api/question', '/api/question/1'])
      expect(await countOfTwo(path, headers)).toBe(2);
    expect(await countOfTwo('/api/photo/home', headers)).toBe(1);
  });

  it('nothing is cached while change notifications may be missed', async () => {
    const { app, built, deafen } = openPages();
    await app.request('/');
    deafen();
    await app.request('/');
    expect(built).toHaveLength(2);
  });
});
