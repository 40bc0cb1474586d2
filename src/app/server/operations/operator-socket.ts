import { chmod, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { Env } from '#platform/server/env.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Log } from '#platform/server/ports/log.ts';
import { describeStartError } from './describe-start-error.ts';

/*
 * Only one process can open the embedded database, so the running server answers most of the operators' commands over a socket in the data
 * folder. Besides root, only the server's account can connect.
 */

/** The name is older than the other routes: commands of the first versions only ask for a dump, at `/`. */
const SOCKET_NAME = 'backup.sock';
// Systems truncate or reject longer socket paths. The lowest limit is that of macOS, 103 bytes.
const MAX_SOCKET_PATH_BYTES = 100;
/** Marks the responses of servers that tell the paths apart. */
const ROUTED_HEADER = 'x-operator-routes';
const REJECTED = 409;

const findSocket = (dataDir: string): string | null => {
  const path = join(dataDir, SOCKET_NAME);
  return Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES ? null : path;
};

export type OperatorRoute = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves the routes, by path, and returns how to stop. The server runs without them when the socket cannot be opened. */
export const serveOperators = async (
  dataDir: string,
  routes: Readonly<Record<string, OperatorRoute>>,
  log: Log,
): Promise<() => Promise<void>> => {
  const running = new Set<Promise<void>>();
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      response.setHeader(ROUTED_HEADER, 'true');
      const route = routes[incoming.url ?? ''];
      if (route === undefined) response.writeHead(404).end();
      else await route(incoming, response);
    } catch (err) {
      if (!(err instanceof OperatorError))
        log.error({ event: 'operator_request_failed', path: incoming.url, err });
      if (!response.headersSent) response.statusCode = REJECTED;
      response.end(describeStartError(err));
    }
  };
  const server = createServer((incoming, response) => {
    const answered = answer(incoming, response).finally(() => running.delete(answered));
    running.add(answered);
  });
  try {
    const path = findSocket(dataDir);
    if (path === null) throw new Error('the path of the data folder is too long for a socket');
    // A killed server leaves its socket behind.
    await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (err) {
    log.warn({ event: 'operator_socket_failed', err });
  }
  return async () => {
    // A stalled reader must not delay the shutdown.
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeAllConnections();
    await Promise.all([closed, ...running]);
  };
};

const connect = (path: string, route: string, body: string | undefined): Promise<IncomingMessage | null> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ socketPath: path, path: route, method }, resolve);
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(error);
    });
    asked.end(body);
  });

/**
 * Asks the running server; null when none listens, when the path of the data folder is too long for a socket, and with an external
 * database, which commands open themselves. Throws an `OperatorError` with the server's reason when it refuses or fails, and one when its
 * version does not know the route.
 */
export const askServer = async (
  { dataDir, databaseUrl }: Env,
  route: string,
  body?: string,
): Promise<IncomingMessage | null> => {
  const path = databaseUrl === undefined ? findSocket(dataDir) : null;
  const response = path === null ? null : await connect(path, route, body);
  if (response === null) return null;
  if (response.statusCode === REJECTED) throw new OperatorError(await text(response));
  if (response.statusCode !== 200 || (route !== '/' && response.headers[ROUTED_HEADER] === undefined)) {
    response.destroy();
    throw new OperatorError(
      '실행 중인 서버가 이 명령과 버전이 다릅니다. 서버를 다시 시작한 뒤 실행해 주세요.',
    );
  }
  return response;
};

/** As `askServer`, for a route that responds with JSON. */
export const askServerForJson = async <S extends z.ZodMiniType>(
  env: Env,
  route: string,
  schema: S,
  body?: string,
): Promise<z.output<S> | null> => {
  const response = await askServer(env, route, body);
  return response === null ? null : z.parse(schema, await json(response));
};
