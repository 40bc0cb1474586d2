import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { createInternalFetch, mountPages } from './page-rendering.ts';

const app = await createTestApp({ rateLimits: true });
const fetchApi = createInternalFetch(app.hono);
const pages = new Hono();
mountPages(pages, async () => fetchApi(new Request('http://localhost:3000/api/photo/home')), app.deps);
pages.onError((error, context) => context.text(error.message, 429));

const view = (ip: string) => pages.request('/', undefined, { incoming: { socket: { remoteAddress: ip } } });

describe('pages', () => {
  it('each page view counts as one read, independent of its internal API requests', async () => {
    for (let count = 0; count < 300; count += 1) expect((await view('192.0.2.1')).status).toBe(200);
    expect((await view('192.0.2.1')).status).toBe(429);
  });

  it('page views of one visitor do not count for another', async () => {
    expect((await view('192.0.2.2')).status).toBe(200);
  });

  it('page views with a keyword share the search limit of the API, whatever their path and letter case', async () => {
    const ip = '192.0.2.3';
    const search = (path: string) =>
      pages.request(path, undefined, { incoming: { socket: { remoteAddress: ip } } });
    for (let count = 0; count < 15; count += 1) {
      expect((await search('/question?keyword=a')).status).toBe(200);
      expect((await search('/Question/?%6Beyword=a')).status).toBe(200);
    }
    expect((await search('/question?keyword=a')).status).toBe(429);
    expect((await app.get('/api/question/search/title?keyword=a', { ip })).status).toBe(429);
    expect((await search('/question')).status).toBe(200);
  });
});
