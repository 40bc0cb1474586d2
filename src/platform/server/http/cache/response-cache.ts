import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../async/single-flight.ts';
import { replaceResponse } from '../buffered-response.ts';
import type { CacheRules } from './cache-rules.ts';
import { respondFromCache, toCachedResponse, type CachedResponse } from './cached-response.ts';

// Changes of content invalidate the cache. The limit covers content that changes over time, such as the date.
const FRESH_MS = 60_000;
/** How old a response may be that is sent because the database is away. */
const KEPT_MS = 300_000;
/** Several times as many as the site has public pages. */
const MAX_ENTRIES = 500;
/** Room for more than 100 pages of the home page's size. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Memory for the key, headers and objects of one entry. */
const ENTRY_OVERHEAD_BYTES = 1_024;

interface Entry {
  readonly response: CachedResponse;
  readonly storedAt: number;
  /** False after a failed write that may have changed what the response shows. */
  isCurrent: boolean;
}

/** Estimates the memory of an entry: the plain body and two compressed bodies, each counted like the plain one. */
const sizeOf = ({ response: { body } }: Entry): number => 3 * body.byteLength + ENTRY_OVERHEAD_BYTES;

/** The result of building a response: cacheable, failed (shared with all waiting requests), or neither. */
const build = async ({ res }: Context) => ({
  cached: await toCachedResponse(res),
  failure: res.status >= 500 ? res.clone() : null,
});

type BuildResult = Awaited<ReturnType<typeof build>>;
type Next = () => Promise<void>;

/**
 * Caches public responses. While `isConnected`, concurrent requests for a response usually share one build; a stored response is
 * compressed once per encoding. A successful write of content invalidates the cache of this process before the response to the
 * write is sent. A request that arrives while `isConnected` is false stores nothing, because this process could then miss changes made by
 * other processes. When a build fails with 5xx while `isConnected` is false, a stored response of the last five minutes is sent instead,
 * marked with `Age` and `Cache-Status`, unless it shows texts of members.
 */
export const createResponseCache = (rules: CacheRules, { isConnected }: { isConnected: () => boolean }) => {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: sizeOf,
    ttl: KEPT_MS,
  });
  let builds = new Map<string, Promise<BuildResult>>();
  const share = createSingleFlight<BuildResult>();

  /** Invalidates all cached responses. Responses still being built are neither stored nor shared with later requests. */
  const invalidate = (): void => {
    entries.clear();
    builds = new Map();
  };
  /**
   * For a write that failed but may have been committed. The stored responses then count as outdated, and are sent only while the database
   * is away.
   */
  const doubt = (): void => {
    for (const entry of entries.values()) entry.isCurrent = false;
    builds = new Map();
  };
  const findFresh = (key: string): CachedResponse | undefined => {
    const entry = entries.get(key);
    const isFresh = entry?.isCurrent === true && performance.now() - entry.storedAt < FRESH_MS;
    return isFresh ? entry.response : undefined;
  };

  const buildOnce = (key: string, run: () => Promise<BuildResult>): Promise<BuildResult> => {
    const current = builds;
    const running = current.get(key);
    if (running !== undefined) return running;
    const building = run()
      .then((result) => {
        // `invalidate` and `doubt` replace the map, so a different map means that the content may have changed during this build.
        if (result.cached !== null && builds === current)
          entries.set(key, { response: result.cached, storedAt: performance.now(), isCurrent: true });
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
    // A response that is not shareable belongs to the building request; the other waiting requests run on their own.
    if (!(await respond(context, result)) && !isBuilder) await next();
  };

  /** Sends the stored response, if any, in place of one that failed while the database is away. */
  const sendKept = async (context: Context, key: string): Promise<void> => {
    const kept = entries.get(key);
    if (kept === undefined || context.res.status < 500 || isConnected()) return;
    const ageS = Math.floor((performance.now() - kept.storedAt) / 1_000);
    const marks = { age: String(ageS), 'cache-status': `sajingwan; hit; ttl=${FRESH_MS / 1_000 - ageS}` };
    replaceResponse(context, await respondFromCache(context, kept.response, marks));
  };

  const middleware: MiddlewareHandler = async (context, next) => {
    const cacheable = rules.findMode(context);
    if (cacheable?.mode === 'shared') return respondOnce(share, cacheable.key, context, next);
    if (cacheable?.mode === 'stored') {
      const { key, isKept } = cacheable;
      const fresh = isConnected() ? findFresh(key) : undefined;
      if (fresh !== undefined) return replaceResponse(context, await respondFromCache(context, fresh));
      await (isConnected() ? respondOnce(buildOnce, key, context, next) : next());
      return isKept ? sendKept(context, key) : undefined;
    }
    await next();
    if (!rules.isContentWrite(context)) return;
    // A refused write changes no content.
    if (context.res.status < 400) invalidate();
    else if (context.res.status >= 500) doubt();
  };

  return { middleware, invalidate };
};

export type ResponseCache = ReturnType<typeof createResponseCache>;
