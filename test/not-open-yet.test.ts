import { afterEach, describe, expect, it } from 'vitest';
import type { Desk } from '#app/contract/desk.ts';
import { createApp } from '#app/server/app.ts';
import { createInternalFetch, mountPages } from '#app/server/site/page-rendering.ts';
import { mountSite } from '#app/server/site/routes.ts';
import { siteCacheRules } from '#app/server/site/site-cache-rules.ts';
import { createPages } from '#app/web/entry-server.tsx';
import { loadSampleQuestions } from '#features/questions/server/load-sample-questions.ts';
import type { ChangeListener } from '#platform/server/db/change-listener.ts';
import { createResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { pageCsp } from '#platform/server/http/security/csp.ts';
import { insertAdmin, type SignedInMember } from './factories/members.ts';
import { insertPhotoRows } from './factories/photos.ts';
import { publishChange } from './factories/settings.ts';
import { startOidcServers } from './factories/social-logins.ts';
import { createSecondServer, createTestApp, type TestApp } from './test-app.ts';

const { oauth } = await startOidcServers();
const app = await createTestApp({ oauth });
const admin = await insertAdmin(app);
const { publicUrl } = app.deps.env;
const listeners: ChangeListener[] = [];

/** One of several servers with pages on the same database, each with its own response cache. */
const openServer = async () => {
  const responseCache = createResponseCache(siteCacheRules, { isConnected: () => listener.isConnected() });
  const listener = app.listenForChanges(responseCache.invalidate);
  listeners.push(listener);
  await expect.poll(() => listener.isConnected()).toBe(true);
  const hono = createApp(app.deps, { responseCache });
  const render = createPages({
    fetchApi: createInternalFetch(hono),
    origin: publicUrl,
    assets: { css: '', entry: '/entry.js', fonts: [], deferredFonts: '/deferred.css' },
    verification: {},
    createCsp: (style) => pageCsp({ scripts: [], styles: [style] }, {}, publicUrl),
  });
  mountSite(hono, render, app.deps);
  mountPages(hono, render, app.deps);
  return {
    get: async (path: string) => hono.request(path),
    head: async (path: string) => hono.request(path, { method: 'HEAD' }),
    status: async (path: string) => (await hono.request(path)).status,
    turn: async (isNotOpenYet: boolean) => {
      const section = '/api/admin/settings/opening';
      const headers = { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' };
      const { version } = (await (await hono.request(section, { headers })).json()) as { version: number };
      const body = JSON.stringify({ body: { isNotOpenYet }, baseVersion: version });
      const response = await hono.request(`${section}/publish`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    },
  };
};

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
  await publishChange(app, admin, 'opening', () => ({ isNotOpenYet: false }));
});

const closedPaths = [
  '/',
  '/introduce',
  '/Price/',
  '/reserve',
  '/category/WEDDING',
  '/question?keyword=a',
  '/notice',
  '/nowhere',
  '/terms/old',
];
const openPages = [
  '/login',
  '/LOGIN/',
  '/register',
  '/find-id',
  '/find-password',
  '/setup',
  '/oauth-success',
  '/social-extra',
  '/admin',
  '/admin/customers/1',
  '/admin/settings/opening/history',
  '/my-info',
  '/reservation-history',
  '/offline',
];
const legalTexts = ['/terms', '/terms?version=1', '/privacy', '/over14', '/refund'];
const otherPaths = [
  '/livez',
  '/healthz',
  '/api/studio',
  '/api/photo/home',
  '/api/calendar/none',
  '/photos/none.jpg',
  '/oauth2/authorization/kakao',
  '/login/oauth2/code/kakao',
  '/site.webmanifest',
  '/service-worker.js',
];

describe('the switch 준비 중', () => {
  it('is off on a fresh start', async () => {
    const { status } = await openServer();
    expect(await status('/')).toBe(200);
    expect(await status('/nowhere')).toBe(404);
    expect(await status('/sitemap.xml')).toBe(200);
  });

  it('answers public and unknown pages with one page that is neither kept nor indexed', async () => {
    const bare = await openServer();
    await bare.turn(true);
    expect(await (await bare.get('/')).text()).not.toContain('<img');
    await insertPhotoRows(app, 'REPRESENTATIVE', ['older', 'newest']);
    const { get, head } = await openServer();
    for (const path of closedPaths) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 503]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'retry-after': '3600',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      });
      const html = await response.text();
      expect(html).not.toContain('<script');
      for (const part of [
        '<title>사진관</title>',
        'href="tel:020000000"',
        'mailto:hello@example.com',
        'newest',
      ])
        expect(html).toContain(part);
      for (const part of [
        '사업자등록번호',
        'href="/terms"',
        'href="/privacy"',
        'href="/login"',
        '/deferred.css',
      ])
        expect(html).toContain(part);
      expect(html).not.toContain('older');
      const bodiless = await head(path);
      expect([bodiless.status, await bodiless.text()]).toEqual([503, '']);
      expect(bodiless.headers.get('retry-after')).toBe('3600');
    }
  });

  it('leaves login, set-up, the pages of members and admins and the offline page as they are', async () => {
    const { get, turn } = await openServer();
    const bodies = async () => Promise.all(openPages.map(async (path) => (await get(path)).text()));
    const before = await bodies();
    await turn(true);
    for (const path of openPages) expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect(await bodies()).toEqual(before);
  });

  it('shows the legal texts without the script that would open other pages without asking the server', async () => {
    const { get, turn } = await openServer();
    for (const path of legalTexts) expect(await (await get(path)).text()).toContain('/entry.js');
    await turn(true);
    for (const path of legalTexts) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).not.toMatch(/<script(?! type="application\/ld\+json")/);
    }
  });

  it('leaves the API, photos, feeds and health checks as they are', async () => {
    const { status, turn } = await openServer();
    const statuses = async () =>
      Promise.all(otherPaths.map(async (path) => [path, await status(path)] as const));
    const before = await statuses();
    expect(before.map(([, code]) => code)).not.toContain(503);
    await turn(true);
    expect(await statuses()).toEqual(before);
  });

  it('keeps robots out and the sitemap back', async () => {
    const { get, turn } = await openServer();
    await turn(true);
    const robots = await get('/robots.txt');
    expect([robots.status, await robots.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
    expect(robots.headers.get('cache-control')).toBe('no-store');
    const sitemap = await get('/sitemap.xml');
    expect([sitemap.status, sitemap.headers.get('retry-after')]).toEqual([503, '3600']);
    await turn(false);
    expect(await (await get('/robots.txt')).text()).toContain('Allow: /');
    expect((await get('/sitemap.xml')).status).toBe(200);
  });

  it('takes effect at once on all servers, whose caches give neither stored pages nor the page 준비 중', async () => {
    const [one, two] = [await openServer(), await openServer()];
    // Twice, so that the second response comes from the cache.
    for (const { status } of [one, two, one, two]) expect(await status('/')).toBe(200);
    await one.turn(true);
    expect(await one.status('/')).toBe(503);
    await expect.poll(() => two.status('/')).toBe(503);
    expect(await two.status('/price')).toBe(503);
    await two.turn(false);
    expect(await two.status('/')).toBe(200);
    await expect.poll(() => one.status('/')).toBe(200);
  });
});

describe('the desk', () => {
  const readDesk = async (server: TestApp, { accessToken: token }: SignedInMember) => {
    const response = await server.get('/api/admin/desk', { token });
    const { isNotOpenYet, showsSamples } = (await response.json()) as Desk;
    return { isNotOpenYet, showsSamples };
  };

  it('says whether the site is open, and whether it shows samples at a public address', async () => {
    await loadSampleQuestions(app.db, app.clock.now());
    expect(await readDesk(app, admin)).toEqual({ isNotOpenYet: false, showsSamples: false });
    const server = createSecondServer(app, { env: { ...app.deps.env, publicUrl: 'https://studio.kr' } });
    const other = await insertAdmin(server);
    expect(await readDesk(server, other)).toEqual({ isNotOpenYet: false, showsSamples: true });
    await publishChange(app, admin, 'opening', () => ({ isNotOpenYet: true }));
    expect(await readDesk(server, other)).toEqual({ isNotOpenYet: true, showsSamples: true });
    await app.delete('/api/admin/sample', undefined, { token: admin.accessToken });
    expect(await readDesk(server, other)).toMatchObject({ showsSamples: false });
  });
});
