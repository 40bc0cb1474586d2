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

/** Answers before the app does, and calls `next` for what is not its own. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface HttpServerOptions {
  readonly app: Hono;
  readonly port: number;
  readonly host: string;
  /** The site's address as visitors know it, for what is said before the app is asked. */
  readonly publicUrl: string;
  readonly middleware?: Middleware;
  /** How long bodies may take; shorter in tests. */
  readonly bodyTimeLimits?: typeof bodyTimeouts;
  /** Milliseconds for headers to come. */
  readonly headersTimeoutMs?: number;
  /** Milliseconds after which a client that does not read is disconnected; up to twice as many. */
  readonly stalledWriteTimeoutMs?: number;
  /** Milliseconds for which `/healthz` says no before new connections are refused: none unless said. */
  readonly shutdownDelayMs?: number;
}

export interface RunningHttpServer {
  /**
   * Gives notice, then takes no more connections, and resolves when the requests under way are answered: 10 s later at the
   * latest. Whoever has a connection is answered on it and told that it is the last time.
   */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
// Node restarts this time whenever a byte was sent or received, so a slow client is not cut off while it makes progress. A client
// that stops in the middle of a response is disconnected at the second look, after at most twice this time.
const STALLED_WRITE_TIMEOUT_MS = 30_000;
// Browsers and proxies send one request at a time; responses behind the first are held in memory until it was read.
const MAX_PIPELINED_REQUESTS = 16;
// How often Node looks for headers that do not come.
const HEADERS_CHECK_INTERVAL_MS = 1_000;
// Longer than the 60 s for which reverse proxies keep a connection, so that they close it first.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const DRAIN_TIMEOUT_MS = 10_000;
// Connections that wait while we are busy; the system drops more than fit, and who was dropped tries again seconds later. Node asks
// for 511, systems allow 4,096.
const BACKLOG = 4_096;
// A connection that is open and silent may have a request on its way: cut off, the proxy could not send it elsewhere.
const IDLE_GRACE_MS = 1_000;
const IDLE_SWEEP_INTERVAL_MS = 50;
const HEALTH_PATH = '/healthz';

/** Who stands in front may have believed another of them. */
const hasOneHost = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1;
};

/** RFC 9110, section 4.2.4: credentials in a request target are an error. `Request` does not accept such an address either. */
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
  /** Responses that are not finished yet, oldest first. */
  readonly pending: Set<ServerResponse>;
}

/** Knows the open connections, and ends them: see `Listening.close`. */
const trackConnections = (server: Server, notice: number, headers: Readonly<Record<string, string>>) => {
  // By connection: when it breaks, Node emits no `close` for the responses that were waiting behind another one.
  const connections = new Map<Duplex, Connection>();
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { hasRequested: false, pending: new Set() });
    socket.once('close', () => connections.delete(socket));
  });

  // Called when all that has come has been read: what a busy process has not looked at yet is not silent.
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
      // The server's own `close` would cut silent connections at once.
      NetServer.prototype.close.call(server, () => {
        for (const timer of [force, grace, sweep]) clearTimeout(timer);
        resolve();
      });
    });

  return {
    /** Sends the whole response itself, or refuses the connection: true. False when the request goes on to the app. */
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
    /** The app is still working on a response: no bytes wait for the client to read them. */
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
    // A host or an address that is no URL: the app cannot be asked.
    errorHandler: (error) =>
      createErrorResponse(error instanceof RequestError ? 'BAD_REQUEST' : 'INTERNAL', headers),
  });
  // Node would refuse those without a host, or expecting what we do not know, by itself and without a word.
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
