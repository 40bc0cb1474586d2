import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#platform/server/deps.ts';
import { IMMUTABLE_CACHE_CONTROL } from '#platform/server/files/immutable-cache.ts';
import { readCaller } from '#platform/server/http/caller.ts';
import type { RateLimiter } from '#platform/server/http/overload/rate-limiter.ts';
import { logoFiles } from '../tables.ts';

/** The files of a few logos, usually of some kilobytes each. */
const MAX_CACHED = 40;
const KEY = /^[0-9a-f]{24}-\d{1,3}-[0-9a-z-]{2,20}\.(webp|png)$/;

/** `GET /logo/:key`: a rendered file. Its name changes with its content. */
export const serveLogo = (limitRate: RateLimiter, { db, env }: Pick<Deps, 'db' | 'env'>) => {
  const cache = new LRUCache<string, Buffer>({
    max: MAX_CACHED,
    fetchMethod: async (key) => {
      const [file] = await db
        .select({ bytes: logoFiles.bytes })
        .from(logoFiles)
        .where(eq(logoFiles.key, key));
      return file?.bytes;
    },
  });
  return async (context: Context): Promise<Response> => {
    await limitRate('read', readCaller(context, env.trustProxy));
    const [key, type] = KEY.exec(context.req.param('key') ?? '') ?? [];
    const bytes = key === undefined ? undefined : await cache.fetch(key);
    if (bytes === undefined) return context.body(null, 404, { 'cache-control': 'no-store' });
    const headers = { 'content-type': `image/${type}`, 'cache-control': IMMUTABLE_CACHE_CONTROL };
    return context.body(new Uint8Array(bytes), 200, headers);
  };
};
