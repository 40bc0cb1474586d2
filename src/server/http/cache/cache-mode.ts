import * as z from 'zod/mini';
import type { Context } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { guestPaths } from '#contract/page-paths.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { studioEndpoints } from '#contract/studio.ts';
import { reservationEndpoints } from '#contract/reservations.ts';

interface CacheableRoute {
  /** `stored`: cached until the content changes. `shared`: built once for concurrent requests and not stored. */
  readonly mode: 'stored' | 'shared';
  readonly isPath: (path: string) => boolean;
  readonly queryNames: ReadonlySet<string>;
  /** The response does not depend on the session, so requests with an access token can use the cache too. */
  readonly isPublic: boolean;
}

interface CacheMode extends Pick<CacheableRoute, 'mode'> {
  readonly key: string;
  /** Whether a stored response may be sent while the database is away. */
  readonly isKept: boolean;
}

/** What members wrote may have become secret meanwhile. */
const isWrittenByMembers = (path: string): boolean => /^\/(?:api\/)?question\b/.test(path);

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

const routeOf =
  (mode: CacheableRoute['mode']) =>
  (endpoint: Endpoint): CacheableRoute => ({
    mode,
    isPath: matchPath(endpoint.path),
    queryNames: queryNamesOf(endpoint),
    isPublic: endpoint.access === 'public',
  });

const { homePhotos, firstPhotos, listPhotos, categoryPhotos } = photoEndpoints;
const { listQuestions, getQuestion } = questionEndpoints;
const { availability, bookedTimes } = reservationEndpoints;

const routes: readonly CacheableRoute[] = [
  // Database triggers notify every change of these.
  ...[
    homePhotos,
    firstPhotos,
    listPhotos,
    categoryPhotos,
    listQuestions,
    getQuestion,
    ...Object.values(studioEndpoints),
  ].map(routeOf('stored')),
  // Never stored, because free slots must reflect reservations of other processes immediately.
  ...[availability, bookedTimes].map(routeOf('shared')),
  // Exact paths only: the router also accepts other letter cases, and each spelling would create its own entry.
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
export const cacheModeOf = ({ req }: Context): CacheMode | null => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null;
  // The key is the path and query, without the host.
  const key = req.url.slice(req.url.indexOf('/', 'https://'.length));
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(key) ?? [];
  const route = routes.find((declared) => declared.isPath(path));
  if (route === undefined || !hasOnly(route.queryNames, query)) return null;
  if (!route.isPublic && req.header('authorization') !== undefined) return null;
  return { mode: route.mode, key, isKept: !isWrittenByMembers(path) };
};
