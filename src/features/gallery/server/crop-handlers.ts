import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { shareImageSize } from '#core/files/contract/photos.ts';
import { findRepresentative, isVisible, type PhotoRow } from '#core/files/server/photos/queries.ts';
import { jpegKey } from '#core/files/server/renditions/rendition-sizes.ts';
import { photos } from '#core/files/server/tables.ts';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { etagMatches } from '#platform/server/http/cache/etag-matches.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';

/** Crops of about 100 kB each. Search engines and messengers fetch few, but each several times. */
const MAX_CACHED = 32;
/** Small enough for browsers to keep it for use without a network. */
const REPRESENTATIVE_SIZE = { width: 800, height: 600 };
const JPEG_QUALITY = 82;
/** A crop takes as long as ten other reads and counts as many, because a caller can ask for more photos than are cached. */
const READS_PER_CROP = 10;
/** Crops are made one at a time. This many may wait. */
const MAX_WAITING = 20;

interface Crop {
  readonly photo: Pick<PhotoRow, 'savedFileName' | 'focusX' | 'focusY'>;
  readonly size: { readonly width: number; readonly height: number };
}

/** Fills the size, keeping the focal point. */
const crop = async (jpeg: Uint8Array, { photo: { focusX, focusY }, size }: Crop): Promise<Buffer> => {
  // Loaded on first use, because it takes 28 MB of memory.
  const { default: sharp } = await import('sharp');
  const { width, height } = size;
  const original = await sharp(jpeg).metadata();
  const scale = Math.max(width / original.width, height / original.height);
  const scaled = {
    width: Math.max(width, Math.round(original.width * scale)),
    height: Math.max(height, Math.round(original.height * scale)),
  };
  return sharp(jpeg)
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      left: Math.round(((scaled.width - width) * focusX) / 100),
      top: Math.round(((scaled.height - height) * focusY) / 100),
      width,
      height,
    })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer();
};

/** The photo's id in the file name `<id>.jpg`. */
const readId = (file = ''): number | undefined => {
  const [, digits] = /^([1-9]\d{0,8})\.jpg$/.exec(file) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/**
 * Handlers of crops: of the photo with an id for messengers and search engines (`GET /share-image/<id>.jpg`), and of the representative
 * photo. 404 for an unknown, deleted, hidden or damaged photo.
 */
export const createCropHandlers = (
  limitRate: RateLimiter,
  { db, storage, env }: Pick<Deps, 'db' | 'storage' | 'env'>,
) => {
  const runLimited = createConcurrencyLimiter(1, MAX_WAITING);
  const cache = new LRUCache<string, Buffer, Crop>({
    max: MAX_CACHED,
    fetchMethod: async (_key, _stale, { context }) => {
      const jpeg = await storage.read(jpegKey(context.photo.savedFileName));
      return jpeg === null ? undefined : runLimited(() => crop(jpeg, context));
    },
  });

  const serve =
    (
      size: Crop['size'],
      cacheControl: string,
      findPhoto: (context: Context) => Promise<Crop['photo'] | undefined>,
    ) =>
    async (context: Context): Promise<Response> => {
      const caller = readCaller(context, env.trustProxy);
      await limitRate('read', caller);
      const missing = () => context.body(null, 404, { 'cache-control': 'no-store' });
      const photo = await findPhoto(context);
      if (photo === undefined) return missing();
      const key = `${photo.savedFileName} ${photo.focusX} ${photo.focusY} ${size.width}`;
      const etag = `"${sha256Hex(Buffer.from(key)).slice(0, 24)}"`;
      const headers = { etag, 'cache-control': cacheControl, 'content-type': 'image/jpeg' };
      const known = context.req.header('if-none-match');
      if (known !== undefined && etagMatches(known, etag)) return context.body(null, 304, headers);
      if (!cache.has(key)) await limitRate('read', caller, READS_PER_CROP - 1);
      const bytes = await cache.fetch(key, { context: { photo, size } });
      return bytes === undefined ? missing() : context.body(new Uint8Array(bytes), 200, headers);
    };

  return {
    serveShareImage: serve(shareImageSize, 'public, max-age=86400', async (context) => {
      const id = readId(context.req.param('file'));
      if (id === undefined) return undefined;
      const [row] = await db
        .select({ savedFileName: photos.savedFileName, focusX: photos.focusX, focusY: photos.focusY })
        .from(photos)
        .where(and(eq(photos.id, id), isVisible));
      return row;
    }),
    serveRepresentative: serve(REPRESENTATIVE_SIZE, 'no-cache', () => findRepresentative(db)),
  };
};
