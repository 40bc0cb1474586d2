import { LRUCache } from 'lru-cache';
import type { Context, MiddlewareHandler } from 'hono';
import { replaceResponse } from '#server/http/buffered-response.ts';
import { cacheModeOf } from './cache-mode.ts';
import { respondFromCache, toCachedResponse } from './cached-response.ts';
import type { CachedResponse } from './cached-response.ts';
import { createSingleFlight } from '#server/async/single-flight.ts';

export interface ResponseCache {
  readonly middleware: MiddlewareHandler;
  /** Invalidates all cached responses. Responses being built are neither stored nor shared with later requests. */
  invalidate(): void;
}

// Content changes invalidate at once; the TTL is for content that changes by itself, such as the date.
const TTL_MS = 60_000;
/** The site has about 50 public pages and lists. */
const MAX_ENTRIES = 500;
/** Room for more than 100 pages of the home page's size. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Estimated bytes of an entry's key, headers and objects. */
const ENTRY_OVERHEAD_BYTES = 1_024;

/** Size of an entry: the plain body and two encoded forms, which are never larger. */
const sizeOf = ({ body }: CachedResponse): number => 3 * body.byteLength + ENTRY_OVERHEAD_BYTES;

/** The result of a build: a public response, an error that all waiting requests get, or neither. */
interface BuildResult {
  readonly cached: CachedResponse | null;
  readonly failure: Response | null;
}

type Next = () => Promise<void>;

const build = async ({ res }: Context): Promise<BuildResult> => ({
  cached: await toCachedResponse(res),
  failure: res.status >= 500 ? res.clone() : null,
});

/** Writes that change cached content: questions, photos, and account deletion, which deletes questions. */
const CONTENT_WRITES = /^\/api\/(?:question\b|admin\/(?:question|photo)\b|member$)/;

/** A 5xx response may have committed a change before it failed; a 4xx response changed nothing. */
const mayHaveChangedContent = ({ req, res }: Context): boolean =>
  req.method !== 'GET' &&
  req.method !== 'HEAD' &&
  CONTENT_WRITES.test(req.path) &&
  (res.status < 400 || res.status >= 500);

/**
 * Caches public responses: each is built once for concurrent requests and compressed once. A successful write invalidates the
 * cache before it is acknowledged, so that its author sees the change. Nothing is stored unless `isHearing`, because otherwise
 * changes of other processes would be missed.
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
        // A different map means that the content changed since this build started.
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
    // A response for this request only, or a rejection, is not shared with the other waiting requests.
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
