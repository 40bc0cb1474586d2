import { sha256Hex } from '#server/files/sha256.ts';

const OFFLINE = '/offline';

// Caches only the offline page; navigation preload lets the network request start without waiting for the worker.
const SCRIPT = `const KEPT = 'offline-VERSION';
addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(KEPT)
      .then((cache) => cache.add(new Request('${OFFLINE}', { cache: 'reload', credentials: 'omit' })))
      .then(() => skipWaiting()),
  );
});
addEventListener('activate', (event) => {
  const forget = caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith('offline-') && name !== KEPT).map((name) => caches.delete(name)),
  ));
  const preload = registration.navigationPreload && registration.navigationPreload.enable();
  event.waitUntil(Promise.all([forget, preload]));
});
const reach = async (event) => (await event.preloadResponse) || fetch(event.request);
addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { pathname } = new URL(url);
  if (mode !== 'navigate' || method !== 'GET' || /^\\/(api|oauth2)\\//.test(pathname)) return;
  event.respondWith(
    reach(event).catch(async (error) => {
      const page = await caches.match('${OFFLINE}');
      if (page) return page;
      throw error;
    }),
  );
});
`;

/** The version changes with the offline page, so that browsers fetch it again. */
export const buildServiceWorker = (offlinePage: string): string =>
  SCRIPT.replace('VERSION', sha256Hex(offlinePage).slice(0, 12));
