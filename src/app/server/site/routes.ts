import type { Context, Hono } from 'hono';
import { contentSections } from '#core/content/contract/sections.ts';
import { presentLook } from '#core/content/server/present-content.ts';
import { readSections } from '#core/content/server/read-sections.ts';
import { iconBase } from '#core/files/contract/logos.ts';
import { REPRESENTATIVE_IMAGE_PATH } from '#core/files/contract/photos.ts';
import { findRepresentative, type PhotoRow } from '#core/files/server/photos/queries.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import { createRateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { serviceWorkerCsp } from '#platform/server/http/security/csp.ts';
import { buildSitemap } from './build-sitemap.ts';
import { isNotOpenYet } from './is-not-open-yet.ts';
import { disallowedPaths, OFFLINE_PATH } from './site-pages.ts';

// Caches only the offline page and, if there is one, its photograph. Navigation preload starts the network request without waiting for the
// worker.
const SCRIPT = `const CACHE_NAME = 'offline-VERSION';
const PHOTO = '${REPRESENTATIVE_IMAGE_PATH}';
addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE_NAME)
      .then((cache) => Promise.all([
        cache.add(new Request('${OFFLINE_PATH}', { cache: 'reload', credentials: 'omit' })),
        cache.add(PHOTO).catch(() => undefined),
      ]))
      .then(() => skipWaiting()),
  );
});
addEventListener('activate', (event) => {
  const deleteOldCaches = caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith('offline-') && name !== CACHE_NAME).map((name) => caches.delete(name)),
  ));
  const preload = registration.navigationPreload && registration.navigationPreload.enable();
  event.waitUntil(Promise.all([deleteOldCaches, preload]));
});
const fetchPage = async (event) => (await event.preloadResponse) || fetch(event.request);
addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { pathname } = new URL(url);
  if (pathname === PHOTO)
    return void event.respondWith(fetch(event.request).catch(() => caches.match(PHOTO)));
  if (mode !== 'navigate' || method !== 'GET' || /^\\/(api|oauth2)\\//.test(pathname)) return;
  event.respondWith(
    fetchPage(event).catch(async (error) => {
      const page = await caches.match('${OFFLINE_PATH}');
      if (page) return page;
      throw error;
    }),
  );
});
`;

/**
 * Builds the service worker script. Its version is a hash of the offline page and of the name and crop of its photograph, so that browsers
 * refetch changed ones.
 */
const buildServiceWorker = (offlinePage: string, photo: PhotoRow | undefined): string => {
  const crop = photo === undefined ? '' : `${photo.savedFileName} ${photo.focusX} ${photo.focusY}`;
  return SCRIPT.replace('VERSION', sha256Hex(offlinePage + crop).slice(0, 12));
};

// Some webmaster consoles look for a group that names their crawler: Yeti is Naver's.
const AGENTS = ['*', 'Yeti', 'Googlebot'] as const;

const buildRobots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    'Allow: /',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

const CLOSED_ROBOTS = 'User-agent: *\nDisallow: /\n';

const icon = (base: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${base}icon-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Builds the web app manifest as JSON. The colours are those of the light theme. */
const buildManifest = (name: string, base: string): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name,
    description: '사진과 가격을 둘러보고 사전 미팅을 예약하세요.',
    lang: 'ko',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f5',
    theme_color: '#faf8f5',
    icons: (['any', 'maskable'] as const).flatMap((purpose) => [
      icon(base, 192, purpose),
      icon(base, 512, purpose),
    ]),
    shortcuts: [
      { name: '예약', url: '/reserve' },
      { name: '예약 내역', url: '/reservation-history' },
    ],
  });

const ONE_HOUR_CACHE = 'public, max-age=3600';

const textResponse = (
  context: Context,
  type: string,
  text: string,
  cacheControl = ONE_HOUR_CACHE,
): Response =>
  context.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': cacheControl });

/** Mounts robots.txt, the web app manifest, the sitemap and the service worker. */
export const mountSite = (app: Hono, render: (request: Request) => Promise<Response>, deps: Deps): void => {
  const { publicUrl, trustProxy } = deps.env;
  const limitRate = createRateLimiter(deps);
  app.get('/robots.txt', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    return (await isNotOpenYet(deps.db))
      ? textResponse(context, 'text/plain', CLOSED_ROBOTS, 'no-store')
      : textResponse(context, 'text/plain', buildRobots(publicUrl));
  });
  app.get('/site.webmanifest', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    const { identity, look } = contentSections;
    const content = await readSections(deps.db, { identity, look });
    const manifest = buildManifest(content.identity.name, iconBase(presentLook(content.look).logo));
    return textResponse(context, 'application/manifest+json', manifest);
  });
  app.get('/sitemap.xml', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    if (await isNotOpenYet(deps.db)) throw appError('UNAVAILABLE', { retryAfter: 3_600 });
    return textResponse(context, 'application/xml', await buildSitemap(deps.db, publicUrl, deps.clock.now()));
  });
  app.get('/service-worker.js', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    const offline = await render(new Request(publicUrl + OFFLINE_PATH));
    context.header('content-security-policy', serviceWorkerCsp);
    const photo = await findRepresentative(deps.db);
    const script = buildServiceWorker(await offline.text(), photo);
    return textResponse(context, 'text/javascript', script, 'no-cache');
  });
};
