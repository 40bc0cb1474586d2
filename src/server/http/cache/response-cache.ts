import { LRUCache } from 'lru-cache';
import type { Context, MiddlewareHandler } from 'hono';
import { replaceResponse } from '#server/http/buffered-response.ts';
import { cacheModeOf } from './cache-mode.ts';
import { respondFromCache, toCachedResponse } from './cached-response.ts';
import type { CachedResponse } from './cached-response.ts';
import { createSingleFlight } from '#server/async/single-flight.ts';

export interface ResponseCache {
  readonly middleware: MiddlewareHandler;
  /** Drops every cached response. Those still being built are neither stored nor given to later requests. */
  invalidate(): void;
}

// Changes of content invalidate at once; this is for what changes by itself, such as the date.
const TTL_MS = 60_000;
/** Bounds the bookkeeping; the site has about 50 public pages and lists. */
const MAX_ENTRIES = 500;
/** Room for more than 100 pages of the home page's size. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Key, headers and objects of one entry. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/** Counts the plain body and the two encoded forms, which are never larger. */
const sizeOf = ({ body }: CachedResponse): number => 3 * body.byteLength + ENTRY_OVERHEAD_BYTES;

/** What a request produced: a response for everyone, a failure that everyone who waited gets too, or neither. */
interface BuildResult {
  readonly cached: CachedResponse | null;
  readonly failure: Response | null;
}

type Next = () => Promise<void>;

const build = async ({ res }: Context): Promise<BuildResult> => ({
  cached: await toCachedResponse(res),
  failure: res.status >= 500 ? res.clone() : null,
});

/** Writes of inquiries and photographs, and the withdrawal that deletes a member's inquiries. Nothing else changes what is cached. */
const CONTENT_WRITES = /^\/api\/(?:question\b|admin\/(?:question|photo)\b|member$)/;

/** A failure (5xx) may have been committed before it failed; a refusal (4xx) changed nothing. */
const mayHaveChangedContent = ({ req, res }: Context): boolean =>
  req.method !== 'GET' &&
  req.method !== 'HEAD' &&
  CONTENT_WRITES.test(req.path) &&
  (res.status < 400 || res.status >= 500);

/**
 * Caches what guests read: each response is built once however many ask for it at the same time, and compressed once.
 * A successful write invalidates it before the write is answered, so that whoever was told of a change sees it. Nothing is
 * stored unless `isHearing`: while this process would miss changes made by others.
 */
export const createResponseCache = ({ isHearing }: { isHearing: () => boolean }): ResponseCache => {
  const entries = new LRUCache<string, CachedResponse>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: TTL_MS,
  });
  let builds = new Map<string, Promise<BuildResult>>();
  const share = createSingleFlight<BuildResult>();

  const invalidate = (): void => {
    entries.clear();
    builds = new Map();
  };

  const buildOnce = (key: string, run: () => Promise<BuildResult>): Promise<BuildResult> => {
    const current = builds;
    const known = current.get(key);
    if (known !== undefined) return known;
    const building = run()
      .then((result) => {
        // Another map: the content has changed since this build began.
        if (result.cached !== null && builds === current) entries.set(key, result.cached);
        return result;
      })
      .finally(() => current.delete(key));
    current.set(key, building);
    return building;
  };

  const respond = async (context: Context, { cached, failure }: BuildResult): Promise<boolean> => {
    const response = cached === null ? failure?.clone() : await respondFromCache(context, cached);
    if (response !== undefined) replaceResponse(context, response);
    return response !== undefined;
  };

  const respondOnce = async (
    once: (key: string, run: () => Promise<BuildResult>) => Promise<BuildResult>,
    key: string,
    context: Context,
    next: Next,
  ): Promise<void> => {
    let isBuilder = false;
    const result = await once(key, async () => {
      isBuilder = true;
      await next();
      return build(context);
    });
    // What this request alone may have, or was refused, is not given to the others who waited.
    if (!(await respond(context, result)) && !isBuilder) await next();
  };

  return {
    invalidate,
    middleware: async (context, next) => {
      const cacheable = cacheModeOf(context);
      if (cacheable?.mode === 'shared') return respondOnce(share, cacheable.key, context, next);
      if (cacheable?.mode === 'stored' && isHearing()) {
        const cached = entries.get(cacheable.key);
        if (cached === undefined) return respondOnce(buildOnce, cacheable.key, context, next);
        return replaceResponse(context, await respondFromCache(context, cached));
      }
      await next();
      if (mayHaveChangedContent(context)) invalidate();
    },
  };
};
