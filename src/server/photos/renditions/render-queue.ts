import { resolve } from 'node:path';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { renderInSubprocess } from './render-in-subprocess.ts';
import type { RenderedPhoto, RenderedPicture } from './generate-renditions.ts';

// One photo keeps all cores busy, so a second one would only need more memory.
const CONCURRENCY = 1;
const MAX_WAITING = 60;

const BUILT_WORKER = 'dist/server/render-worker.js';
// The sources run only in development and tests, where the build may be missing or outdated.
const isBuilt = !/\.ts(\?|$)/.test(import.meta.url);

const runLimited = createConcurrencyLimiter(CONCURRENCY, MAX_WAITING);

const render = async (bytes: Uint8Array, salt: string): Promise<RenderedPhoto> => {
  if (isBuilt) return renderInSubprocess([resolve(BUILT_WORKER), 'photo'], bytes, salt);
  // The built server never loads the decoder.
  const { generateRenditions: derivePhoto } = await import('./generate-renditions.ts');
  return derivePhoto(bytes, salt);
};

/** Renders photos one at a time. Throws TOO_MANY_REQUESTS when too many wait. */
export const queueRendering = (load: () => Promise<Uint8Array>, salt: string): Promise<RenderedPhoto> =>
  runLimited(async () => render(await load(), salt));

/** Renders private pictures, in the same queue as photos. Throws TOO_MANY_REQUESTS when too many wait. */
export const queuePicture = (load: () => Promise<Uint8Array>): Promise<RenderedPicture> =>
  runLimited(async () => {
    const bytes = await load();
    if (isBuilt) return renderInSubprocess<RenderedPicture>([resolve(BUILT_WORKER), 'picture'], bytes, '');
    const { renderPicture } = await import('./generate-renditions.ts');
    return renderPicture(bytes);
  });
