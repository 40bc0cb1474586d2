import { resolve } from 'node:path';
import { createConcurrencyLimiter } from '#server/async/concurrency-limiter.ts';
import { deriveApart } from './derive-apart.ts';
import type { DerivedPhoto } from './derive-photo.ts';

// One photo keeps every processor busy, so a second one would only take memory.
const WIDTH = 1;
const MAX_WAITING = 60;

const BUILT_PROCESS = 'dist/server/derive-process.js';
// Sources run only in development and tests, where the build may be missing or old.
const isBuilt = !/\.ts(\?|$)/.test(import.meta.url);

const pass = createConcurrencyLimiter(WIDTH, MAX_WAITING);

const derive = async (bytes: Uint8Array, salt: string): Promise<DerivedPhoto> => {
  if (isBuilt) return deriveApart([resolve(BUILT_PROCESS)], bytes, salt);
  // The built server never loads the decoder.
  const { derivePhoto } = await import('./derive-photo.ts');
  return derivePhoto(bytes, salt);
};

/** Runs `derivePhoto` one after another. Refuses TOO_MANY_REQUESTS when too many wait. */
export const deriveInTurn = (load: () => Promise<Uint8Array>, salt: string): Promise<DerivedPhoto> =>
  pass(async () => derive(await load(), salt));
