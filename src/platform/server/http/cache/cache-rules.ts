import type { Context } from 'hono';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';

interface CacheableRoute {
  /** `stored`: the response may be stored. `shared`: concurrent requests may share a build, which is not stored. */
  readonly mode: 'stored' | 'shared';
  readonly isPath: (path: string) => boolean;
  readonly queryNames: ReadonlySet<string>;
  /** The response does not depend on the session, so requests with an access token can use the cache too. */
  readonly isPublic: boolean;
  /**
   * Whether a stored response may be sent while this process is disconnected from the database. Not if it shows texts of members, which
   * may have become secret meanwhile.
   */
  readonly isKept: boolean;
}

/** The names of the query parameters that an endpoint declares. */
const queryNamesOf = ({ query }: Endpoint): Set<string> =>
  new Set(query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []);

/** Matches a path template. `{id}` matches digits, any other name in braces matches one non-empty segment. */
const matchPath = (declared: string): CacheableRoute['isPath'] => {
  const segments = declared.split('/');
  return (path) => {
    const actual = path.split('/');
    return (
      actual.length === segments.length &&
      segments.every((segment, index) => {
        if (segment === '{id}') return /^\d+$/.test(actual[index] ?? '');
        return segment.startsWith('{') ? actual[index] !== '' : segment === actual[index];
      })
    );
  };
};

/**
 * Whether the responses may be stored. Those that show free or booked slots may not, because they must include reservations of other
 * processes at once.
 */
const isStored = ({ reads = [] }: Endpoint): boolean => !reads.includes('reservations');

const hasOnly = (names: ReadonlySet<string>, query: string | undefined): boolean =>
  query === undefined ||
  (names.size > 0 && [...new URLSearchParams(query).keys()].every((name) => names.has(name)));

/** `guestPages` are identical for every visitor without a session. */
export const createCacheRules = (
  endpoints: readonly Endpoint[],
  guestPages: readonly Pick<CacheableRoute, 'isPath' | 'queryNames' | 'isKept'>[],
) => {
  const cacheable = endpoints.filter(
    ({ access, reads }) => reads !== undefined && (access === 'public' || access === 'optional'),
  );

  const routes: readonly CacheableRoute[] = [
    ...cacheable.map((endpoint) => ({
      mode: isStored(endpoint) ? ('stored' as const) : ('shared' as const),
      isPath: matchPath(endpoint.path),
      queryNames: queryNamesOf(endpoint),
      isPublic: endpoint.access === 'public',
      isKept: endpoint.reads?.includes('questions') !== true,
    })),
    // Exact paths only: the router also accepts other letter cases, and each spelling would create its own entry.
    ...guestPages.map((page) => ({
      ...page,
      mode: 'stored' as const,
      isPublic: false,
    })),
  ];

  /** The kinds of data that stored responses show. */
  const storedTags = new Set(cacheable.filter(isStored).flatMap(({ reads = [] }) => reads));

  const contentWrites = endpoints
    .filter(({ changes = [] }) => changes.some((tag) => storedTags.has(tag)))
    .map(({ method, path }) => ({ method, isPath: matchPath(path) }));

  return {
    /**
     * How a request may be cached and under which key; null when it must bypass the cache. A query name that the route does not
     * declare bypasses the cache: otherwise anyone could fill it by inventing names.
     */
    findMode: ({ req }: Context) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return null;
      // The key is the path and query, without the host.
      const key = req.url.slice(req.url.indexOf('/', 'https://'.length));
      const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(key) ?? [];
      const route = routes.find((declared) => declared.isPath(path));
      if (route === undefined || !hasOnly(route.queryNames, query)) return null;
      if (!route.isPublic && req.header('authorization') !== undefined) return null;
      return { mode: route.mode, key, isKept: route.isKept };
    },
    /** Whether a request may change what stored responses show, if it succeeds. */
    isContentWrite: ({ req }: Context): boolean =>
      contentWrites.some(({ method, isPath }) => method === req.method && isPath(req.path)),
  };
};

export type CacheRules = ReturnType<typeof createCacheRules>;
