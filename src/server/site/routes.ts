import type { Context, Hono } from 'hono';
import type { Deps } from '#server/deps.ts';
import { readCaller } from '#server/http/caller.ts';
import { workerPolicy } from '#server/http/content-policy.ts';
import { createRateLimiter } from '#server/http/limit-rate.ts';
import { writeManifest } from './write-manifest.ts';
import { writeRobots } from './write-robots.ts';
import { writeServiceWorker } from './write-service-worker.ts';
import { writeSitemap } from './write-sitemap.ts';

const HOUR = 'public, max-age=3600';

const answer = (context: Context, type: string, text: string, caching = HOUR): Response =>
  context.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': caching });

export const mountSite = (app: Hono, render: (request: Request) => Promise<Response>, deps: Deps): void => {
  const { publicUrl, studio, trustProxy } = deps.settings;
  const limitRate = createRateLimiter(deps);
  app.get('/robots.txt', (context) => answer(context, 'text/plain', writeRobots(publicUrl)));
  app.get('/site.webmanifest', (context) =>
    answer(context, 'application/manifest+json', writeManifest(studio)),
  );
  app.get('/sitemap.xml', async (context) => {
    await limitRate('read', { address: readCaller(context, trustProxy).address });
    return answer(context, 'application/xml', await writeSitemap(deps.db, publicUrl));
  });
  app.get('/service-worker.js', async (context) => {
    await limitRate('read', { address: readCaller(context, trustProxy).address });
    const offline = await render(new Request(`${publicUrl}/offline`));
    context.header('content-security-policy', workerPolicy);
    return answer(context, 'text/javascript', writeServiceWorker(await offline.text()), 'no-cache');
  });
};
