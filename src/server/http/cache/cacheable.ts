import * as z from 'zod/mini';
import type { Context } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { questionEndpoints } from '#contract/questions.ts';
import { reservationEndpoints } from '#contract/reservations.ts';

/** `stored` until the content changes; `shared` only by requests that are waiting at the same time. */
export type CacheMode = 'stored' | 'shared';

interface CacheableRoute {
  readonly mode: CacheMode;
  /** Segments of the declared path; one in braces stands for any value, `{id}` for a number. */
  readonly segments: readonly string[];
  readonly queryNames: ReadonlySet<string>;
  /** The response is the same whoever asks, so an access token does not matter. */
  readonly isPublic: boolean;
}

/** A schema other than an object declares no names. */
const queryNamesOf = ({ query }: Endpoint): Set<string> =>
  new Set(query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []);

const routeOf =
  (mode: CacheMode) =>
  (endpoint: Endpoint): CacheableRoute => ({
    mode,
    segments: endpoint.path.split('/'),
    queryNames: queryNamesOf(endpoint),
    isPublic: endpoint.access === 'public',
  });

const { homePhotos, listPhotos, categoryPhotos } = photoEndpoints;
const { listQuestions, getQuestion } = questionEndpoints;
const { availability, bookedTimes } = reservationEndpoints;

const apiRoutes: readonly CacheableRoute[] = [
  // Triggers in the database announce every change of these.
  ...[homePhotos, listPhotos, categoryPhotos, listQuestions, getQuestion].map(routeOf('stored')),
  // Never stored: whoever looks for a free slot must see bookings that this process has not heard of yet.
  ...[availability, bookedTimes].map(routeOf('shared')),
];

/** Pages declare no query names: one with a query, such as a search, is rendered each time. */
const pages: CacheableRoute = { mode: 'stored', segments: [], queryNames: new Set(), isPublic: false };

const isPathOf = ({ segments }: CacheableRoute, path: string): boolean => {
  const given = path.split('/');
  return (
    given.length === segments.length &&
    segments.every((segment, index) => {
      if (segment === '{id}') return /^\d+$/.test(given[index] ?? '');
      return segment.startsWith('{') ? given[index] !== '' : segment === given[index];
    })
  );
};

const hasOnly = (names: ReadonlySet<string>, query: string | undefined): boolean =>
  query === undefined ||
  (names.size > 0 && [...new URLSearchParams(query).keys()].every((name) => names.has(name)));

/**
 * How a request may be cached and under which key; null when it must bypass the cache. A query name that the route does not
 * declare bypasses the cache: otherwise anyone could fill it by inventing names.
 */
export const cacheModeOf = ({ req }: Context): { mode: CacheMode; key: string } | null => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null;
  // Path and query; the host does not matter.
  const key = req.url.slice(req.url.indexOf('/', 'https://'.length));
  const [, path = '', query] = /^([^?]*)(?:\?(.*))?$/.exec(key) ?? [];
  const route = path.startsWith('/api/') ? apiRoutes.find((declared) => isPathOf(declared, path)) : pages;
  if (route === undefined || !hasOnly(route.queryNames, query)) return null;
  if (!route.isPublic && req.header('authorization') !== undefined) return null;
  return { mode: route.mode, key };
};
