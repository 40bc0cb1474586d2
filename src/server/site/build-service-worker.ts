import { sha256Hex } from '#server/files/sha256.ts';

const OFFLINE_PATH = '/offline';

// Caches only the offline page. Navigation preload starts the network request without waiting for the worker.
const SCRIPT = `const CACHE_NAME = 'offline-VERSION';
addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE_NAME)
      .then((cache) => cache.add(new Request('${OFFLINE_PATH}', { cache: 'reload', credentials: 'omit' })))
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

/** Builds the service worker script. Its version is a hash of the offline page, so that browsers refetch a changed page. */
export const buildServiceWorker = (offlinePage: string): string =>
  SCRIPT.replace('VERSION', sha256Hex(offlinePage).slice(0, 12));
