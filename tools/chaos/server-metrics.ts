import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { findFreePort } from '#test/servers/free-port.ts';

/** What the server counts of itself. */
export interface ServerMetrics {
  /** Of the event loop, in milliseconds, since the figures were read last. */
  readonly lagP99Ms: number;
  readonly heapMegabytes: number;
  /** Of the processor, since the start. */
  readonly cpuSeconds: number;
}

export interface MetricsReader {
  /** The server's settings, so that there are figures. */
  readonly settings: Record<string, string>;
  read(): Promise<ServerMetrics>;
}

const BYTES_PER_MEGABYTE = 1_048_576;

const readMetric = (page: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1] ?? Number.NaN);

/** On a connection of its own: one that is kept may be closed at the very moment it is used again. */
const readText = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = get(url, { agent: false }, (response) => void text(response).then(resolve, reject));
    asked.once('error', reject);
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
