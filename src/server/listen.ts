import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { SettingsError } from './env.ts';
import { bodyTimes, limitBodyTime } from './http/limit-body-time.ts';

interface ListenOptions {
  readonly app: Hono;
  readonly port: number;
  readonly host: string;
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** How long bodies may take; tests have less time. */
  readonly times?: typeof bodyTimes;
}

export interface Listening {
  /** Takes no more connections and resolves when the requests under way are answered, after 10 s at the latest. */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT = 10_000;
// How often Node looks for headers that do not come.
const CHECK_INTERVAL = 5_000;
// Longer than the 60 s for which reverse proxies keep a connection, so that they close it first.
const KEEP_ALIVE_TIMEOUT = 65_000;
const DRAIN_TIMEOUT = 10_000;

/** Who stands in front may have believed another of them. Node itself sees to it that there is one. */
const hasOneHost = ({ headersDistinct }: IncomingMessage): boolean => headersDistinct.host?.length === 1;

const explain = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === 'EADDRINUSE') {
    return new SettingsError(
      `${port}번 포트를 다른 프로그램이 쓰고 있습니다. PORT를 다른 번호로 정해 주세요.`,
    );
  }
  if (error.code === 'EACCES')
    return new SettingsError(`${port}번 포트를 열 권한이 없습니다. PORT를 1024 이상으로 정해 주세요.`);
  return error;
};

export const listen = async ({
  app,
  port,
  host,
  middleware,
  times = bodyTimes,
}: ListenOptions): Promise<Listening> => {
  const answerByApp = getRequestListener(app.fetch);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (hasOneHost(request)) void answerByApp(request, response);
    else response.writeHead(400, { connection: 'close' }).end();
  };
  const server = createServer({ connectionsCheckingInterval: CHECK_INTERVAL }, (request, response) => {
    limitBodyTime(request, times);
    if (middleware === undefined) return answer(request, response);
    middleware(request, response, () => answer(request, response));
  });
  server.headersTimeout = HEADERS_TIMEOUT;
  server.requestTimeout = HEADERS_TIMEOUT + times.upload;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port)));
    server.listen(port, host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
};
