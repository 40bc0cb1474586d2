import sharp, { type AvifOptions, type JpegOptions, type Sharp } from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { MAX_AVIF_PIXELS, MAX_PROGRESSIVE_PIXELS } from '#core/files/contract/photo-uploads.ts';
import { openSite } from '#test/releases/site-client.ts';
import { uploadPhoto } from '#test/releases/site-visit.ts';
import { createOwnedSite, logInAsOwner } from '#test/servers/owned-site.ts';
import { startServer } from '#test/servers/server-process.ts';
import { anonymousBytes, peakBytes } from '#tools/bench/harness/process-metrics.ts';

/** `mem_limit` in deploy/compose.yaml. */
const MEMORY_LIMIT_BYTES = 1024 ** 3;
/** A FUJIFILM GFX100 writes 102 megapixels. */
const LARGEST_CAMERA = { width: 11_648, height: 8_736 };
const EXIF_ROTATED = 6;
// No chroma subsampling needs the most memory.
const FULL_CHROMA = { chromaSubsampling: '4:4:4' } as const;

// The database is embedded in both projects, because it shares the memory.
const env = await createOwnedSite();
const server = await startServer(env);
afterAll(() => server.stop());

/** An upright photo with noise in Display P3, whose colours are decoded and encoded with 16 bits. */
const createPhoto = (size: { width: number; height: number }): Sharp => {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .withIccProfile('p3')
    .withMetadata({ orientation: EXIF_ROTATED, icc: 'p3' });
};
const createJpeg = (size: { width: number; height: number }, options: JpegOptions) =>
  createPhoto(size)
    .jpeg({ ...FULL_CHROMA, ...options })
    .toBuffer();
const createAvif = (size: { width: number; height: number }, options: AvifOptions) =>
  createPhoto(size)
    .avif({ ...FULL_CHROMA, ...options })
    .toBuffer();
const sizeOf = (pixels: number) => {
  const height = Math.floor(Math.sqrt(pixels / 1.5));
  return { width: Math.floor(height * 1.5), height };
};

it.each([
  ['a JPEG of 102 megapixels and 70 MB', () => createJpeg(LARGEST_CAMERA, { quality: 92 })],
  [
    'the largest progressive JPEG',
    () => createJpeg(sizeOf(MAX_PROGRESSIVE_PIXELS), { quality: 92, progressive: true }),
  ],
  ['the largest AVIF', () => createAvif(sizeOf(MAX_AVIF_PIXELS), { quality: 90, effort: 0 })],
])('%s is rendered with 1 GB for the server, its database and the worker', async (_name, create) => {
  const file = await create();
  const site = openSite(server.url, env.DATA_DIR);
  const saved = uploadPhoto(site, await logInAsOwner(server), 'FOOD', file);
  const peak = await peakBytes(server.pid, saved, anonymousBytes);
  expect((await saved).width).toBeLessThan((await saved).height);
  expect(peak).toBeGreaterThan(MEMORY_LIMIT_BYTES / 2);
  expect(peak).toBeLessThan(MEMORY_LIMIT_BYTES);
});
