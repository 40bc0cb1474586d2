import { createServer } from 'node:http';
import type { Database } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import type { OnRequestMetric, RequestMetric } from '#platform/server/http/request-metrics.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import type { Log } from '#platform/server/ports/log.ts';
import type { Sms } from '#platform/server/ports/sms/sms.ts';
import type { Metrics } from './metrics.ts';

// Only reachable from this machine.
const HOST = '127.0.0.1';

const serve = async ({ read, contentType }: Metrics, port: number): Promise<() => Promise<void>> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(
        new OperatorError(
          `설정 METRICS_PORT: ${port}번 포트를 열 수 없습니다. 다른 프로그램이 쓰고 있다면 다른 번호로 지정해 주세요.`,
        ),
      ),
    );
    server.listen(port, HOST, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
};

/** Logs a request in one line, without personal data. */
const logAccess =
  (log: Log): OnRequestMetric =>
  ({ method, route, status, seconds }) =>
    log.info({ event: 'request', method, route, status, ms: Math.round(seconds * 10_000) / 10 });

/** `onResponse` is undefined when neither metrics nor the access log is on. */
export const createObservability = async (
  { metricsPort, accessLog }: Pick<Env, 'metricsPort' | 'accessLog'>,
  database: Database,
  clock: Clock,
  log: Log,
) => {
  const logRequest = accessLog ? logAccess(log) : undefined;
  if (metricsPort === undefined)
    return { onResponse: logRequest, sms: (sms: Sms) => sms, stop: () => Promise.resolve() };
  // Imported only when metrics are on.
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(database, clock);
  return {
    onResponse: (answered: RequestMetric): void => {
      logRequest?.(answered);
      metrics.recordRequest(answered);
    },
    sms: metrics.watchSms,
    stop: await serve(metrics, metricsPort),
  };
};
