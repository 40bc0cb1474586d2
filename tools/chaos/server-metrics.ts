import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from '#test/servers/free-port.ts';

/** The server's own metrics. */
export interface ServerMetrics {
  /** Event loop lag in milliseconds since the previous read. */
  readonly lagP99Ms: number;
  readonly heapMegabytes: number;
  /** CPU seconds since the start. */
  readonly cpuSeconds: number;
}

export interface MetricsReader {
  /** Settings that make the server publish its metrics. */
  readonly settings: Record<string, string>;
  read(): Promise<ServerMetrics>;
}

const BYTES_PER_MEGABYTE = 1_048_576;

const readMetric = (page: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1] ?? Number.NaN);

/** Uses a new connection: a kept-alive one may be closed just when it is reused. */
const readText = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => void text(response).then(resolve, reject));
    request.once('error', reject);
  });

export const createMetricsReader = async (): Promise<MetricsReader> => {
  const port = await findFreePort();
  return {
    settings: { METRICS_PORT: String(port) },
    read: async () => {
      const page = await readText(`http://127.0.0.1:${port}/metrics`);
      return {
        lagP99Ms: readMetric(page, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
        heapMegabytes: readMetric(page, 'nodejs_heap_size_used_bytes') / BYTES_PER_MEGABYTE,
        cpuSeconds: readMetric(page, 'process_cpu_seconds_total'),
      };
    },
  };
};
