import { resolve } from 'node:path';
import type { RenderedPhoto, RenderedPicture } from './generate-renditions.ts';
import { renderInSubprocess } from './render-in-subprocess.ts';

const BUILT_WORKER = 'dist/server/render-worker.js';
// The sources run only in development and tests, where the build may be missing or outdated.
const isBuilt = !/\.ts(\?|$)/.test(import.meta.url);
/** A picture takes a few seconds. One that hangs the decoder must not hold up the studio's photos for longer. */
const PICTURE_TIMEOUT_MS = 60_000;

// The built server never loads the decoder. These are not async functions, because their frames would hold the file.

export const renderPhoto = (bytes: Uint8Array, salt: string): Promise<RenderedPhoto> =>
  isBuilt
    ? renderInSubprocess([resolve(BUILT_WORKER), 'photo'], bytes, salt)
    : import('./generate-renditions.ts').then(({ generateRenditions }) => generateRenditions(bytes, salt));

/** Renders a member's private picture. */
export const renderPictureFile = (bytes: Uint8Array): Promise<RenderedPicture> =>
  isBuilt
    ? renderInSubprocess<RenderedPicture>([resolve(BUILT_WORKER), 'picture'], bytes, '', PICTURE_TIMEOUT_MS)
    : import('./generate-renditions.ts').then(({ renderPicture }) => renderPicture(bytes));
