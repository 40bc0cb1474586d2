import type { Context, Hono } from 'hono';
import { allEndpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { RateLimitName } from '#contract/rate-limits.ts';
import type { Deps } from '#server/deps.ts';
import { readCaller } from './caller.ts';
import type { Caller } from './caller.ts';
import type { Implementation, Member } from './implement.ts';
import type { LimitRate, Subjects } from './limit-rate.ts';
import { readInput } from './read-input.ts';
import type { Input } from './read-input.ts';

interface Guards {
  /** Refuses at once what there is no room for. */
  readonly admit: <T>(name: RateLimitName, address: string, work: () => Promise<T>) => Promise<T>;
  /** The member behind a bearer token; null when it is missing, expired or revoked. */
  readonly identify: (bearer: string, caller: Caller) => Promise<Member | null>;
  readonly limitRate: LimitRate;
}

const settleAccess = async (
  endpoint: Endpoint,
  caller: Caller,
  { identify }: Guards,
): Promise<Member | null> => {
  if (endpoint.access === 'public') return null;
  if (caller.bearer === null && endpoint.access === 'optional') return null;
  const member = caller.bearer === null ? null : await identify(caller.bearer, caller);
  // A stale token is refused even where none is needed: the site then refreshes and asks again as the member.
  if (member === null) throw refuse('UNAUTHENTICATED');
  // It is for being exchanged, and whoever refreshes has done that.
  if (member.isHandOff && endpoint.takesHandOff !== true) throw refuse('UNAUTHENTICATED');
  if (endpoint.access === 'optional' || endpoint.access === 'pending') return member;
  if (member.isPending) throw refuse('FORBIDDEN');
  if (endpoint.access === 'admin' && member.role !== 'ADMIN') throw refuse('FORBIDDEN');
  return member;
};

const phoneIn = (input: Input): string | undefined => {
  for (const part of [input.query, input.body]) {
    if (
      typeof part === 'object' &&
      part !== null &&
      'phoneNumber' in part &&
      typeof part.phoneNumber === 'string'
    ) {
      return part.phoneNumber;
    }
  }
  return undefined;
};

const subjectsOf = (caller: Caller, member: Member | null, input: Input): Subjects => {
  const phone = phoneIn(input);
  return {
    address: caller.address,
    ...(member === null ? {} : { member: member.id }),
    ...(phone === undefined ? {} : { phone }),
  };
};

const nextLink = (context: Context, cursor: string): string => {
  const url = new URL(context.req.url);
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
};

type Headers = ReadonlyMap<string, string>;

const answer = (context: Context, endpoint: Endpoint, value: unknown, own: Headers): Response => {
  const isForEveryone = endpoint.access === 'public' && endpoint.rateLimit === 'read';
  context.header('cache-control', isForEveryone ? 'no-cache' : 'no-store');
  if (endpoint.produces !== undefined) context.header('content-type', `${endpoint.produces}; charset=utf-8`);
  for (const [name, line] of own) context.header(name, line);
  if (endpoint.response === undefined) return context.body(null, 204);
  if (endpoint.produces !== undefined) return context.body(value as string);
  return context.json(value, endpoint.status ?? 200);
};

const notImplemented = (endpoint: Endpoint): Implementation => ({
  endpoint,
  handle: () => Promise.reject(refuse('NOT_IMPLEMENTED')),
});

/** `/api/question/{id}` as the router writes it. */
const routeOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Mounts every endpoint of the contract; one without an implementation answers 501 after the same guards. */
export const mountEndpoints = (
  app: Hono,
  implementations: readonly Implementation[],
  guards: Guards,
  deps: Deps,
): void => {
  const byEndpoint = new Map(
    implementations.map((implementation) => [implementation.endpoint, implementation]),
  );
  for (const endpoint of allEndpoints) {
    const { handle } = byEndpoint.get(endpoint) ?? notImplemented(endpoint);
    app.on(endpoint.method, routeOf(endpoint), async (context) => {
      const caller = readCaller(context, deps.settings.trustProxy);
      const member = await settleAccess(endpoint, caller, guards);
      // Before the place is taken: who sends slowly must not hold one.
      const input = await readInput(context, endpoint);
      const own = new Map<string, string>();
      const value = await guards.admit(endpoint.rateLimit, caller.address, async () => {
        if (!caller.isInProcess)
          await guards.limitRate(endpoint.rateLimit, subjectsOf(caller, member, input));
        return handle(
          {
            ...(input as { params: never; query: never; body: never }),
            member,
            caller,
            linkNext: (cursor) => context.header('link', nextLink(context, cursor)),
            setCookie: (line) => context.header('set-cookie', line, { append: true }),
            setHeader: (name, line) => void own.set(name, line),
          },
          deps,
        );
      });
      return answer(context, endpoint, value, own);
    });
  }
  for (const path of new Set(allEndpoints.map(routeOf))) {
    const allowed = allEndpoints
      .filter((endpoint) => routeOf(endpoint) === path)
      .map(({ method }) => method)
      .join(', ');
    app.all(path, (context) => {
      context.header('allow', allowed);
      throw refuse('METHOD_NOT_ALLOWED');
    });
  }
};
