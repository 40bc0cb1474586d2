import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { photos } from '#core/files/server/tables.ts';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { insertLogo, svgOf } from '#test/factories/logos.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import { mountSite } from './routes.ts';
import { indexablePaths } from './site-pages.ts';

const app = await createTestApp();
const { publicUrl } = app.deps.env;
let offlinePage = '<h1>offline</h1>';
const site = new Hono();
mountSite(site, async () => new Response(offlinePage), app.deps);
const readText = async (path: string): Promise<string> => (await site.request(path)).text();

const addPhoto = async (savedFileName: string, createdAt: string, changes = {}): Promise<void> => {
  await app.db.insert(photos).values({
    category: 'FOOD',
    savedFileName,
    width: 10,
    height: 10,
    widths: [10],
    title: '',
    alt: '',
    placeholder: '',
    position: 1,
    createdAt: new Date(createdAt),
    ...changes,
  });
};

it('sitemap.xml lists every indexable page with its last change where known', async () => {
  await addPhoto('a', '2026-05-01T16:00:00Z');
  await addPhoto('b', '2026-06-01T00:00:00Z', { deletedAt: new Date('2026-06-02T00:00:00Z') });
  const response = await site.request('/sitemap.xml');
  expect(response.headers.get('content-type')).toContain('application/xml');
  const xml = await response.text();
  const paths = [...indexablePaths, ...defaultCategories.map((type) => `/category/${type}`)];
  // A new studio has no notices.
  expect([...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)).toEqual(
    paths.filter((path) => path !== '/notice').map((path) => publicUrl + path),
  );
  expect(xml).toContain(`<loc>${publicUrl}/category/FOOD</loc><lastmod>2026-05-02</lastmod>`);
  expect(xml).toContain(`<loc>${publicUrl}/category/WEDDING</loc></url>`);
  expect(xml).toMatch(/\/terms<\/loc><lastmod>\d{4}-\d\d-\d\d</);
});

it('robots.txt allows all crawlers to read the indexable pages and names the sitemap', async () => {
  const lines = (await readText('/robots.txt')).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'User-agent: Yeti',
      'User-agent: Googlebot',
      'Disallow: /admin',
    ]),
  );
  expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  const disallowed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(disallowed).toContain('/api/');
  expect(indexablePaths.filter((path) => disallowed.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});

it('the web app manifest has the studio’s name and its icons', async () => {
  const response = await site.request('/site.webmanifest');
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await response.json()) as { icons: { src: string; purpose: string }[] };
  expect(manifest).toMatchObject({ name: '사진관', lang: 'ko', display: 'standalone', start_url: '/' });
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable']);
});

it('the web app manifest has the icons of a square logo', async () => {
  const admin = await insertAdmin(app);
  const logo = await insertLogo(app, admin, svgOf('<circle cx="50" cy="50" r="50"/>'));
  await publishChange(app, admin, 'look', () => ({ logo }));
  const { icons } = (await (await site.request('/site.webmanifest')).json()) as { icons: { src: string }[] };
  expect(icons.map(({ src }) => src)).toEqual(
    ['icon-192', 'icon-512', 'icon-maskable-192', 'icon-maskable-512'].map(
      (name) => `/logo/${logo}-${name}.png`,
    ),
  );
  for (const { src } of icons) expect((await app.get(src)).status).toBe(200);
});

it('an empty page is not in the sitemap', async () => {
  const admin = await insertAdmin(app);
  await publishChange(app, admin, 'faq', () => ({ questions: [] }));
  await publishChange(app, admin, 'notices', () => ({
    notices: [
      {
        id: 'closed',
        title: '휴무',
        body: '쉽니다.',
        isPinned: false,
        visibleFrom: null,
        visibleUntil: null,
      },
    ],
  }));
  const xml = await readText('/sitemap.xml');
  expect(xml).toContain('/notice</loc>');
  expect(xml).not.toContain('/faq</loc>');
});

it('the service worker script changes when the offline page or its photograph changes', async () => {
  const response = await site.request('/service-worker.js');
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const script = await response.text();
  expect(await readText('/service-worker.js')).toBe(script);
  offlinePage = '<h1>offline, in other words</h1>';
  const changed = await readText('/service-worker.js');
  expect(changed).not.toBe(script);
  await addPhoto('cover', '2026-06-01T00:00:00Z', { category: 'REPRESENTATIVE' });
  expect(await readText('/service-worker.js')).not.toBe(changed);
});
