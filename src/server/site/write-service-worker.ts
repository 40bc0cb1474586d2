import { checksumOf } from '#server/checksum.ts';

const OFFLINE = '/offline';

// Runs in the browser, beside every page. It keeps one page and answers nothing else from what it keeps: whatever is a
// member's, or may change, comes from the network or not at all. Where it only lets through, it does not even start in
// the way: the browser asks the network at the same time (navigation preload).
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

/** Another version whenever the page that it keeps is another: browsers then fetch that anew. */
export const writeServiceWorker = (offlinePage: string): string =>
  SCRIPT.replace('VERSION', checksumOf(offlinePage).slice(0, 12));
