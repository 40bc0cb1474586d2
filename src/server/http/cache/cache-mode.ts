import * as z from 'zod/mini';
import type { Context } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { guestPaths } from '#contract/page-paths.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { reservationEndpoints } from '#contract/reservations.ts';

interface CacheableRoute {
  /** `stored`: cached until the content changes; `shared`: only concurrent requests share a response. */
  readonly mode: 'stored' | 'shared';
  readonly isPath: (path: string) => boolean;
  readonly queryNames: ReadonlySet<string>;
  /** The response is the same for everyone, so an access token does not matter. */
  readonly isPublic: boolean;
}

/** The query names that a schema declares; none for a schema that is not an object. */
const queryNamesOf = ({ query }: Endpoint): Set<string> =>
  new Set(query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []);

/** `{id}` stands for a number, any other name in braces for one segment. */
const matchPath = (declared: string): CacheableRoute['isPath'] => {
  const segments = declared.split('/');
  return (path) => {
    const given = path.split('/');
    return (
      given.length === segments.length &&
      segments.every((segment, index) => {
        if (segment === '{id}') return /^\d+$/.test(given[index] ?? '');
        return segment.startsWith('{') ? given[index] !== '' : segment === given[index];
      })
    );
  };
};

const routeOf =
  (mode: CacheableRoute['mode']) =>
  (endpoint: Endpoint): CacheableRoute => ({
    mode,
    isPath: matchPath(endpoint.path),
    queryNames: queryNamesOf(endpoint),
    isPublic: endpoint.access === 'public',
  });

const { homePhotos, listPhotos, categoryPhotos } = photoEndpoints;
const { listQuestions, getQuestion } = questionEndpoints;
const { availability, bookedTimes } = reservationEndpoints;

const routes: readonly CacheableRoute[] = [
  // Database triggers notify of every change of these.
  ...[homePhotos, listPhotos, categoryPhotos, listQuestions, getQuestion].map(routeOf('stored')),
  // Never stored: free slots must reflect reservations of which this process was not notified yet.
  ...[availability, bookedTimes].map(routeOf('shared')),
  // Only the linked spelling: the router ignores case, and each spelling would be a separate cache entry.
  {
    mode: 'stored',
    isPath: (path) => guestPaths.includes(path),
    queryNames: new Set(),
    isPublic: false,
  },
];

const hasOnly = (names: ReadonlySet<string>, query: string | undefined): boolean =>
  query === undefined ||
  (names.size > 0 && [...new URLSearchParams(query).keys()].every((name) => names.has(name)));

/**
 * How a request may be cached and under which key; null when it must bypass the cache. A query name that the route does not
 * declare bypasses the cache: otherwise anyone could fill it by inventing names.
 */
export const cacheModeOf = ({ req }: Context): { mode: CacheableRoute['mode']; key: string } | null => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null;
  // The key consists of path and query; the host does not matter.
  const key = req.url.slice(req.url.indexOf('/', 'https://'.length));
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(key) ?? [];
  const route = routes.find((declared) => declared.isPath(path));
  if (route === undefined || !hasOnly(route.queryNames, query)) return null;
  if (!route.isPublic && req.header('authorization') !== undefined) return null;
  return { mode: route.mode, key };
};
