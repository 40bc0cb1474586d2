import type { Context, Hono } from 'hono';
import { rateLimitOf, type Endpoint } from '../../contract/endpoint.ts';
import { appError } from '../../contract/errors.ts';
import type { RateLimitName } from '../../contract/rate-limits.ts';
import type { Deps } from '../deps.ts';
import { createBufferedResponse, bufferedPartsOf, type BufferedParts } from './buffered-response.ts';
import { readCaller, type Caller } from './caller.ts';
import type { Route, AuthenticatedMember } from './define-route.ts';
import type { LimitRate } from './overload/rate-limiter.ts';
import { parseRequest } from './parse-request.ts';
import { answerRepeats } from './repeated-requests.ts';
import { apiSecurityHeaders } from './security/security-headers.ts';

interface Guards {
  /** Runs part of a write. Rejects it with 429 under overload, unless its path is exempt. Reads pass the load shedder earlier. */
  readonly admitWrite: <T>(path: string, work: () => Promise<T>) => Promise<T>;
  /** Limits how many requests with the rate limit `login` run, and how many of one IP address run or wait. Runs others directly. */
  readonly admitLogin: <T>(name: RateLimitName, ip: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Finds the member of a bearer token; null when the token is not valid, for example because its session has ended. Counts the member's
   * request against the limit, if there is one, and throws TOO_MANY_REQUESTS when it is exceeded.
   */
  readonly authenticate: (
    bearer: string,
    caller: Caller,
    limit: RateLimitName | null,
  ) => Promise<AuthenticatedMember | null>;
  readonly limitRate: LimitRate;
}

const authorize = async (
  endpoint: Endpoint,
  caller: Caller,
  { authenticate }: Guards,
): Promise<AuthenticatedMember | null> => {
  if (endpoint.access === 'public') return null;
  const limit = caller.isInternal ? null : rateLimitOf(endpoint);
  const authenticated = caller.bearer === null ? null : await authenticate(caller.bearer, caller, limit);
  // Endpoints that do not accept a handoff token ignore it.
  const isIgnored = authenticated?.isHandoff === true && endpoint.acceptsHandoffToken !== true;
  const member = isIgnored ? null : authenticated;
  // On endpoints with optional access, an invalid token counts as no session.
  if (endpoint.access === 'optional') return member;
  if (member === null) throw appError('UNAUTHENTICATED');
  if (endpoint.access === 'pending') return member;
  if (member.isProfileIncomplete) throw appError('PROFILE_INCOMPLETE');
  if (endpoint.access !== 'admin') return member;
  if (member.needsSecondFactor) {
    if (endpoint.allowsMissingSecondFactor === true) return member;
    throw appError('SECOND_FACTOR_NEEDED');
  }
  if (member.role !== 'ADMIN') throw appError('FORBIDDEN');
  return member;
};

const nextLink = ({ req }: Context, cursor: string): string => {
  const query = new URLSearchParams(/\?(.*)/.exec(req.url)?.[1]);
  query.set('cursor', cursor);
  return `<${req.path}?${query.toString()}>; rel="next"`;
};

/** Whether the response may be cached, unless its handler forbids it. Responses to a session may contain private data. */
const isPublicResponse = (endpoint: Endpoint, caller: Caller): boolean =>
  rateLimitOf(endpoint) === 'read' &&
  (endpoint.access === 'public' || (endpoint.access === 'optional' && caller.bearer === null));

const createResponse = (endpoint: Endpoint, value: unknown, headers: BufferedParts['headers']): Response => {
  if (endpoint.response === undefined) return createBufferedResponse({ body: null, status: 204, headers });
  const { produces, status = 200 } = endpoint;
  if (produces !== undefined && !produces.startsWith('text/')) {
    const stream = ReadableStream.from(value as AsyncIterable<Uint8Array>);
    return new Response(stream, { status, headers: { 'content-type': produces, ...headers } });
  }
  const type = produces === undefined ? 'application/json' : `${produces}; charset=utf-8`;
  return createBufferedResponse({
    body: produces === undefined ? JSON.stringify(value) : (value as string),
    status,
    headers: { 'content-type': type, vary: 'accept-encoding', ...headers },
  });
};

const LARGE_RESPONSE_BYTES = 1024 * 1024;
/** The size of a large list page: 20 questions of about 4,000 Korean letters. */
const BYTES_PER_READ = 256 * 1024;

/** The number of additional reads that a large buffered response counts as, because it costs as much as many small ones. */
const extraReadsOf = (response: Response): number => {
  const bytes = Buffer.byteLength(bufferedPartsOf(response)?.body ?? '');
  return bytes <= LARGE_RESPONSE_BYTES ? 0 : Math.floor(bytes / BYTES_PER_READ);
};

const notImplemented: Route['handle'] = () => Promise.reject(appError('NOT_IMPLEMENTED'));

/** Converts `/api/question/{id}` to the router's syntax `/api/question/:id`. */
const routePatternOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Mounts the endpoints of the contract. Those without an implementation respond 501 after the same guards. */
export const mountRoutes = (
  app: Hono,
  endpoints: readonly Endpoint[],
  routes: readonly Route[],
  guards: Guards,
  deps: Deps,
): void => {
  const routesByEndpoint = new Map(routes.map((route) => [route.endpoint, route]));
  const defaultHeaders = apiSecurityHeaders(deps.env.publicUrl);
  for (const endpoint of endpoints) {
    const handle = routesByEndpoint.get(endpoint)?.handle ?? notImplemented;
    const respond = async (context: Context): Promise<Response> => {
      const caller = readCaller(context, deps.env.trustProxy);
      const admit: Guards['admitWrite'] = endpoint.method === 'GET' ? (_, work) => work() : guards.admitWrite;
      const member = await admit(endpoint.path, async () => {
        if (!caller.isInternal) await guards.limitRate('request', caller);
        return authorize(endpoint, caller, guards);
      });
      // Outside `admit`, so that a client that sends its body slowly does not occupy capacity.
      const input = await parseRequest(context, endpoint);
      const extraHeaders: Record<string, string> = {};
      const cookies: string[] = [];
      const run = () =>
        guards.admitLogin(rateLimitOf(endpoint), caller.ip, async () => {
          // A member's request was counted with the session.
          if (!caller.isInternal && member === null) await guards.limitRate(rateLimitOf(endpoint), caller);
          const now = deps.clock.now();
          return handle(
            {
              ...(input as { params: never; query: never; body: never }),
              member,
              caller,
              now,
              audit: (member === null ? null : { member, caller, now }) as never,
              linkNext: (cursor) => void (extraHeaders.link = nextLink(context, cursor)),
              setCookie: (line) => void cookies.push(line),
              setHeader: (name, line) => void (extraHeaders[name] = line),
            },
            deps,
          );
        });
      const value = await admit(endpoint.path, run);
      const cacheControl = isPublicResponse(endpoint, caller) ? 'no-cache' : 'no-store';
      const response = createResponse(endpoint, value, {
        ...defaultHeaders,
        'cache-control': cacheControl,
        ...extraHeaders,
      });
      const extraReads = caller.isInternal ? 0 : extraReadsOf(response);
      if (extraReads > 0) await guards.limitRate('read', caller, extraReads);
      for (const line of cookies) response.headers.append('set-cookie', line);
      return response;
    };
    const repeat = (value: unknown): Response =>
      createResponse(endpoint, value, { ...defaultHeaders, 'cache-control': 'no-store' });
    app.on(endpoint.method, routePatternOf(endpoint), (context) =>
      endpoint.answersRepeats === undefined
        ? respond(context)
        : answerRepeats(deps, endpoint, context, { answer: () => respond(context), repeat }),
    );
  }
  for (const path of new Set(endpoints.map(routePatternOf))) {
    const allowed = endpoints
      .filter((endpoint) => routePatternOf(endpoint) === path)
      .map(({ method }) => method)
      .join(', ');
    app.all(path, (context) => {
      context.header('allow', allowed);
      throw appError('METHOD_NOT_ALLOWED');
    });
  }
};
