import { findFreePort } from '#test/servers/free-port.ts';

/** The server's own metrics. */
export interface ServerMetrics {
  /** Event loop lag in milliseconds since the previous read. */
  readonly lagP99Ms: number;
  readonly heapMegabytes: number;
  /** CPU seconds since the start. */
  readonly cpuSeconds: number;
}

const BYTES_PER_MEGABYTE = 1_048_576;

const readMetric = (page: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1] ?? Number.NaN);

/** `env` makes a server publish its metrics, which `read` returns. */
export const createMetricsReader = async () => {
  const port = await findFreePort();
  return {
    env: { METRICS_PORT: String(port) },
    read: async (): Promise<ServerMetrics> => {
      // A kept-alive connection may be closed just when it is reused.
      const headers = { connection: 'close' };
      const page = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
      return {
        lagP99Ms: readMetric(page, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
        heapMegabytes: readMetric(page, 'nodejs_heap_size_used_bytes') / BYTES_PER_MEGABYTE,
        cpuSeconds: readMetric(page, 'process_cpu_seconds_total'),
      };
    },
  };
};
