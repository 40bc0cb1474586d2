import { resolve } from 'node:path';
import { renderInSubprocess } from './render-in-subprocess.ts';
import type { RenderedPhoto, RenderedPicture } from './generate-renditions.ts';
import { createRenderTurns } from './render-turns.ts';

const BUILT_WORKER = 'dist/server/render-worker.js';
// The sources run only in development and tests, where the build may be missing or outdated.
const isBuilt = !/\.ts(\?|$)/.test(import.meta.url);
/** A picture takes a few seconds. One that hangs the decoder must not hold up the studio's photos for longer. */
const PICTURE_TIMEOUT_MS = 60_000;

// One photo keeps all cores busy, so a second one would only need more memory.
const turns = createRenderTurns();

const render = async (bytes: Uint8Array, salt: string): Promise<RenderedPhoto> => {
  if (isBuilt) return renderInSubprocess([resolve(BUILT_WORKER), 'photo'], bytes, salt);
  // The built server never loads the decoder.
  const { generateRenditions: derivePhoto } = await import('./generate-renditions.ts');
  return derivePhoto(bytes, salt);
};

/** Renders photos one at a time. Throws TOO_MANY_REQUESTS when too many wait. */
export const queueRendering = (load: () => Promise<Uint8Array>, salt: string): Promise<RenderedPhoto> =>
  turns.photo(() => load().then((bytes) => render(bytes, salt)));

/** Renders a member's private picture when no photo waits. Throws TOO_MANY_REQUESTS when too many wait, or too many of this member. */
export const queuePicture = (memberId: string, load: () => Promise<Uint8Array>): Promise<RenderedPicture> =>
  turns.picture(memberId, async () => {
    const bytes = await load();
    if (isBuilt) {
      const command = [resolve(BUILT_WORKER), 'picture'];
      return renderInSubprocess<RenderedPicture>(command, bytes, '', PICTURE_TIMEOUT_MS);
    }
    const { renderPicture } = await import('./generate-renditions.ts');
    return renderPicture(bytes);
  });
