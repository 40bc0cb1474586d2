import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { OperatorError } from '../operator-error.ts';
import { bodyTimeouts, enforceBodyTimeout } from './overload/body-timeout.ts';
import { createErrorResponse, sendErrorResponse, createClientErrorHandler } from './protocol-errors.ts';
import { apiSecurityHeaders } from './security/security-headers.ts';

/** Handles a request before the app, or calls `next` to pass it on. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface HttpServerOptions {
  readonly app: Hono;
  readonly port: number;
  readonly host: string;
  /** Public URL of the site, for the security headers of responses that are sent without the app. */
  readonly publicUrl: string;
  readonly middleware?: Middleware;
  readonly bodyTimeLimits?: typeof bodyTimeouts;
  /** Time limit for receiving the request headers. */
  readonly headersTimeoutMs?: number;
  /** A client that does not read its response is usually disconnected after one to two times this period. */
  readonly stalledWriteTimeoutMs?: number;
  /** Time for which `/healthz` responds 503 before the listening socket is closed. Defaults to 0. */
  readonly shutdownDelayMs?: number;
}

const HEADERS_TIMEOUT_MS = 10_000;
// Node restarts this timeout whenever bytes are sent or received, so a slow client that makes progress stays connected. A client
// that stops reading is usually detected at the first or second timeout.
const STALLED_WRITE_TIMEOUT_MS = 30_000;
// Pipelined responses are buffered in memory until those before them are sent. Browsers and common proxies do not pipeline.
const MAX_PIPELINED_REQUESTS = 16;
// Interval at which Node checks whether headers or requests are late.
const HEADERS_CHECK_INTERVAL_MS = 1_000;
// Longer than the 60 s keep-alive of common reverse proxies, so that the proxy closes idle connections first.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_TIMEOUT_MS = 10_000;
// Size of the accept queue. The kernel drops connections beyond it, and a dropped client retries only after a second. Node's
// default is 511; Linux allows 4,096 by default.
const BACKLOG = 4_096;
// The shutdown closes idle connections only this long after the listening socket: a request may already be in flight on them, and a proxy
// cannot always retry it.
const IDLE_GRACE_MS = 1_000;
const IDLE_SWEEP_INTERVAL_MS = 50;
const HEALTH_PATH = '/healthz';

/** Whether the request has exactly one `Host` header. With several, a proxy and this server could choose different ones. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
};

/** Whether the request target contains credentials, which RFC 9110, section 4.2.4 forbids. `Request` rejects such URLs too. */
const hasUserinfo = ({ url = '' }: IncomingMessage): boolean => {
  if (url.startsWith('/') || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};

const describeListenError = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(
      `${port}번 포트를 다른 프로그램이 쓰고 있습니다. PORT를 다른 번호로 지정해 주세요.`,
    );
  }
  if (error.code === 'EACCES')
    return new OperatorError(`${port}번 포트를 열 권한이 없습니다. PORT를 1024 이상으로 지정해 주세요.`);
  if (error.code === 'EADDRNOTAVAIL' || error.syscall === 'getaddrinfo')
    return new OperatorError(
      '설정 HOST: 이 컴퓨터의 주소가 아닙니다. 비우거나 127.0.0.1 또는 0.0.0.0으로 지정해 주세요.',
    );
  return error;
};

interface Connection {
  hasSentRequest: boolean;
  /** Unfinished responses, oldest first. */
  readonly pending: Set<ServerResponse>;
}

/** Tracks open connections and their unfinished responses, and closes them gracefully. */
const trackConnections = (
  server: Server,
  shutdownDelayMs: number,
  headers: Readonly<Record<string, string>>,
) => {
  // Tracked per connection, because Node emits no `close` for pipelined responses when their connection breaks.
  const connections = new Map<Duplex, Connection>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { hasSentRequest: false, pending: new Set() });
    socket.once('close', () => connections.delete(socket));
  });

  // Called after pending I/O events, so that a connection whose request has arrived but was not read yet does not count as idle.
  const closeIdle = (): void => {
    for (const [socket, { hasSentRequest }] of connections) if (!hasSentRequest) socket.destroy();
    server.closeIdleConnections();
  };

  const endConnections = (): Promise<void> =>
    new Promise((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      let sweep: NodeJS.Timeout | undefined;
      const grace = setTimeout(() => {
        sweep = setInterval(() => setImmediate(closeIdle), IDLE_SWEEP_INTERVAL_MS);
      }, IDLE_GRACE_MS);
      // `http.Server.close` would close idle connections immediately; `net.Server.close` only stops listening.
      NetServer.prototype.close.call(server, () => {
        for (const timer of [force, grace, sweep]) clearTimeout(timer);
        resolve();
      });
    });

  return {
    /** Returns true when the request is finished here: the connection was closed, or a health check was answered. */
    handle: ({ socket, url }: IncomingMessage, response: ServerResponse): boolean => {
      const connection = connections.get(socket);
      if (connection === undefined || connection.pending.size >= MAX_PIPELINED_REQUESTS) {
        socket.destroy();
        return true;
      }
      connection.hasSentRequest = true;
      connection.pending.add(response);
      response.once('close', () => connection.pending.delete(response));
      if (!isDraining) return false;
      response.shouldKeepAlive = false;
      if (url !== HEALTH_PATH) return false;
      response.writeHead(503, { ...headers, 'content-type': 'text/plain' }).end('stopping');
      return true;
    },
    /** A response was started and is not finished. */
    hasStartedResponse: (socket: Duplex): boolean =>
      [...(connections.get(socket)?.pending ?? [])].some(
        (response) => response.headersSent && !response.writableFinished,
      ),
    /** A response is unfinished, and everything written so far has been passed to the kernel. */
    isWorking: (socket: Socket): boolean =>
      socket.writableLength === 0 && (connections.get(socket)?.pending.size ?? 0) > 0,
    /**
     * Shuts down gracefully: `/healthz` responds 503, and after `shutdownDelayMs` the server accepts no new connections. Resolves when all
     * connections are closed; those still open 10 s later are cut. Responses that begin during the shutdown carry `Connection: close`.
     */
    close: async (): Promise<void> => {
      isDraining = true;
      for (const { pending } of connections.values())
        for (const response of pending) if (!response.headersSent) response.shouldKeepAlive = false;
      await new Promise((resolve) => setTimeout(resolve, shutdownDelayMs));
      await endConnections();
    },
  };
};

export const startHttpServer = async ({
  app,
  port,
  host,
  publicUrl,
  middleware = (_request, _response, next) => next(),
  bodyTimeLimits = bodyTimeouts,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
  stalledWriteTimeoutMs = STALLED_WRITE_TIMEOUT_MS,
  shutdownDelayMs = 0,
}: HttpServerOptions) => {
  const headers = apiSecurityHeaders(publicUrl);
  const handleByApp = getRequestListener(app.fetch, {
    // `RequestError`: the host or the request target is not valid, so the app cannot handle the request.
    errorHandler: (error) =>
      createErrorResponse(error instanceof RequestError ? 'BAD_REQUEST' : 'INTERNAL', headers),
  });
  // Node itself would reject requests without a host or with an unknown `Expect` header, with an empty response.
  const options = { connectionsCheckingInterval: HEADERS_CHECK_INTERVAL_MS, requireHostHeader: false };
  const handleRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (connections.handle(request, response)) return;
    if (!hasOneHost(request) || hasUserinfo(request))
      return sendErrorResponse(response, 'BAD_REQUEST', headers);
    enforceBodyTimeout(request, bodyTimeLimits);
    middleware(request, response, () => void handleByApp(request, response));
  };
  const server = createServer(options, handleRequest);
  const connections = trackConnections(server, shutdownDelayMs, headers);
  server.on('checkExpectation', handleRequest);
  server.on('clientError', createClientErrorHandler(headers, connections.hasStartedResponse));
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = headersTimeoutMs + bodyTimeLimits.uploadMs;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // Also called for idle keep-alive connections. A request may take longer than this while the app works on it.
  server.setTimeout(stalledWriteTimeoutMs, (socket) => {
    if (!connections.isWorking(socket)) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return { close: connections.close };
};

export type RunningHttpServer = Awaited<ReturnType<typeof startHttpServer>>;
