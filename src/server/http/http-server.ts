import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { SettingsError } from '#server/env.ts';
import { bodyTimeouts, enforceBodyTimeout } from '#server/http/overload/body-timeout.ts';
import { createErrorResponse, sendErrorResponse, createClientErrorHandler } from './protocol-errors.ts';
import { apiSecurityHeaders } from '#server/http/security/security-headers.ts';

/** Handles requests before the app; calls `next` for others. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface HttpServerOptions {
  readonly app: Hono;
  readonly port: number;
  readonly host: string;
  /** The site's public origin, for responses sent before the app runs. */
  readonly publicUrl: string;
  readonly middleware?: Middleware;
  /** Timeouts of request bodies; shorter in tests. */
  readonly bodyTimeLimits?: typeof bodyTimeouts;
  /** Milliseconds within which request headers must arrive. */
  readonly headersTimeoutMs?: number;
  /** Milliseconds after which a client that does not read is disconnected; up to twice as many. */
  readonly stalledWriteTimeoutMs?: number;
  /** Milliseconds for which `/healthz` reports not ready before new connections are refused; 0 by default. */
  readonly shutdownDelayMs?: number;
}

export interface RunningHttpServer {
  /**
   * Reports not ready, then accepts no more connections, and resolves when the requests in progress are answered, after 10 s at
   * most. Open connections are closed after their current response.
   */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
// Node.js restarts this timeout whenever a byte was sent or received, so a slow client is not disconnected while it makes progress. A
// client that stops reading is disconnected after at most twice this time.
const STALLED_WRITE_TIMEOUT_MS = 30_000;
// Browsers and proxies send one request at a time; responses behind the first are held in memory until it was read.
const MAX_PIPELINED_REQUESTS = 16;
// How often Node.js checks for late headers.
const HEADERS_CHECK_INTERVAL_MS = 1_000;
// Longer than the 60 s for which reverse proxies keep a connection, so that they close it first.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_TIMEOUT_MS = 10_000;
// Length of the accept queue. The system drops connections beyond it, and clients retry only after seconds. Node.js defaults to 511,
// systems allow 4,096.
const BACKLOG = 4_096;
// An idle connection may have a request in flight, which a proxy could not retry if the connection were closed now.
const IDLE_GRACE_MS = 1_000;
const IDLE_SWEEP_INTERVAL_MS = 50;
const HEALTH_PATH = '/healthz';

/** Rejects duplicate headers that a proxy may have interpreted differently. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
};

/** RFC 9110, section 4.2.4: credentials in a request target are an error. `Request` rejects such URLs as well. */
const hasUserinfo = ({ url = '' }: IncomingMessage): boolean => {
  if (url.startsWith('/') || !URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};

const describeListenError = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE') {
    return new SettingsError(
      `${port}번 포트를 다른 프로그램이 쓰고 있습니다. PORT를 다른 번호로 지정해 주세요.`,
    );
  }
  if (error.code === 'EACCES')
    return new SettingsError(`${port}번 포트를 열 권한이 없습니다. PORT를 1024 이상으로 지정해 주세요.`);
  return error;
};

interface Connection {
  hasRequested: boolean;
  /** Unfinished responses, oldest first. */
  readonly pending: Set<ServerResponse>;
}

/** Tracks open connections and closes them on shutdown. */
const trackConnections = (server: Server, notice: number, headers: Readonly<Record<string, string>>) => {
  // Tracked by connection, because Node.js emits no `close` for responses queued behind another one when the connection breaks.
  const connections = new Map<Duplex, Connection>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { hasRequested: false, pending: new Set() });
    socket.once('close', () => connections.delete(socket));
  });

  // Called after pending input was read, because a connection with unread input is not idle.
  const closeSilent = (): void => {
    for (const [socket, { hasRequested }] of connections) if (!hasRequested) socket.destroy();
    server.closeIdleConnections();
  };

  const endConnections = (): Promise<void> =>
    new Promise((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      let sweep: NodeJS.Timeout | undefined;
      const grace = setTimeout(() => {
        sweep = setInterval(() => setImmediate(closeSilent), IDLE_SWEEP_INTERVAL_MS);
      }, IDLE_GRACE_MS);
      // `server.close` would close idle connections at once.
      NetServer.prototype.close.call(server, () => {
        for (const timer of [force, grace, sweep]) clearTimeout(timer);
        resolve();
      });
    });

  return {
    /** Returns true if it handled or rejected the request; false if the app must handle it. */
    handle: ({ socket, url }: IncomingMessage, response: ServerResponse): boolean => {
      const connection = connections.get(socket);
      if (connection === undefined || connection.pending.size >= MAX_PIPELINED_REQUESTS) {
        socket.destroy();
        return true;
      }
      connection.hasRequested = true;
      connection.pending.add(response);
      response.once('close', () => connection.pending.delete(response));
      if (!isDraining) return false;
      response.shouldKeepAlive = false;
      if (url !== HEALTH_PATH) return false;
      response.writeHead(503, { ...headers, 'content-type': 'text/plain' }).end('stopping');
      return true;
    },
    hasBegun: (socket: Duplex): boolean =>
      [...(connections.get(socket)?.pending ?? [])].some(
        (response) => response.headersSent && !response.writableFinished,
      ),
    /** Whether the app is still working on a response, that is, no bytes wait to be read by the client. */
    isWorking: (socket: Socket): boolean =>
      socket.writableLength === 0 && (connections.get(socket)?.pending.size ?? 0) > 0,
    close: async (): Promise<void> => {
      isDraining = true;
      for (const { pending } of connections.values())
        for (const response of pending) if (!response.headersSent) response.shouldKeepAlive = false;
      await sleep(notice);
      await endConnections();
    },
  };
};

export const startHttpServer = async ({
  app,
  port,
  host,
  publicUrl,
  middleware,
  bodyTimeLimits = bodyTimeouts,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
  stalledWriteTimeoutMs = STALLED_WRITE_TIMEOUT_MS,
  shutdownDelayMs = 0,
}: HttpServerOptions): Promise<RunningHttpServer> => {
  const headers = apiSecurityHeaders(publicUrl);
  const answer = getRequestListener(app.fetch, {
    // Host and target do not form a valid URL, so the app cannot handle the request.
    errorHandler: (error) =>
      createErrorResponse(error instanceof RequestError ? 'BAD_REQUEST' : 'INTERNAL', headers),
  });
  // Node.js would reject requests without a host or with an unknown expectation itself, without a body.
  const options = { connectionsCheckingInterval: HEADERS_CHECK_INTERVAL_MS, requireHostHeader: false };
  const meet = (request: IncomingMessage, response: ServerResponse): void => {
    if (connections.handle(request, response)) return;
    if (!hasOneHost(request) || hasUserinfo(request))
      return sendErrorResponse(response, 'BAD_REQUEST', headers);
    enforceBodyTimeout(request, bodyTimeLimits);
    if (middleware === undefined) void answer(request, response);
    else middleware(request, response, () => void answer(request, response));
  };
  const server = createServer(options, meet);
  const connections = trackConnections(server, shutdownDelayMs, headers);
  server.on('checkExpectation', meet);
  server.on('clientError', createClientErrorHandler(headers, connections.hasBegun));
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = headersTimeoutMs + bodyTimeLimits.uploadMs;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // Called for idle connections (`keepAliveTimeout`) too. A request that the app is working on may be silent for longer.
  server.setTimeout(stalledWriteTimeoutMs, (socket) => {
    if (!connections.isWorking(socket)) socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return { close: connections.close };
};
