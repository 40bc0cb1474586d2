import * as z from 'zod/mini';
import type { Context } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { guestPaths } from '#contract/page-paths.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { reservationEndpoints } from '#contract/reservations.ts';

interface CacheableRoute {
  /** `stored` until the content changes; `shared` only by requests that are waiting at the same time. */
  readonly mode: 'stored' | 'shared';
  readonly isPath: (path: string) => boolean;
  readonly queryNames: ReadonlySet<string>;
  /** The response is the same whoever asks, so an access token does not matter. */
  readonly isPublic: boolean;
}

/** A schema other than an object declares no names. */
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
  // Triggers in the database announce every change of these.
  ...[homePhotos, listPhotos, categoryPhotos, listQuestions, getQuestion].map(routeOf('stored')),
  // Never stored: whoever looks for a free slot must see bookings that this process has not heard of yet.
  ...[availability, bookedTimes].map(routeOf('shared')),
  // Only as they are linked: the router also takes other letter cases, and each spelling would be an entry of its own.
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
  // Path and query; the host does not matter.
  const key = req.url.slice(req.url.indexOf('/', 'https://'.length));
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(key) ?? [];
  const route = routes.find((declared) => declared.isPath(path));
  if (route === undefined || !hasOnly(route.queryNames, query)) return null;
  if (!route.isPublic && req.header('authorization') !== undefined) return null;
  return { mode: route.mode, key };
};
