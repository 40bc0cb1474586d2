import type { Context, Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { readCaller } from '#server/http/caller.ts';
import { serviceWorkerCsp } from '#server/http/security/csp.ts';
import { createRateLimiter } from '#server/http/overload/rate-limiter.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { buildManifest } from './build-manifest.ts';
import { buildRobots } from './build-robots.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { buildSitemap } from './build-sitemap.ts';

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
  const { publicUrl, trustProxy } = deps.settings;
  const limitRate = createRateLimiter(deps);
  app.get('/robots.txt', (context) => textResponse(context, 'text/plain', buildRobots(publicUrl)));
  app.get('/site.webmanifest', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    const { name } = await readSection(deps.db, 'identity');
    return textResponse(context, 'application/manifest+json', buildManifest(name));
  });
  app.get('/sitemap.xml', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    return textResponse(context, 'application/xml', await buildSitemap(deps.db, publicUrl, deps.clock.now()));
  });
  app.get('/service-worker.js', async (context) => {
    await limitRate('read', readCaller(context, trustProxy));
    const offline = await render(new Request(`${publicUrl}/offline`));
    context.header('content-security-policy', serviceWorkerCsp);
    return textResponse(context, 'text/javascript', buildServiceWorker(await offline.text()), 'no-cache');
  });
};
