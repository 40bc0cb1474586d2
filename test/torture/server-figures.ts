import { findFreePort } from '#test/free-port.ts';

/** What the server counts of itself. */
export interface ServerFigures {
  /** Of the event loop, in milliseconds, since the figures were read last. */
  readonly lagP99: number;
  readonly heapMegabytes: number;
  /** Of the processor, since the start. */
  readonly seconds: number;
}

interface FigureReader {
  /** The server's settings, so that there are figures. */
  readonly settings: Record<string, string>;
  read(): Promise<ServerFigures>;
}

const MEGABYTE = 1_048_576;

const find = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

export const createFigureReader = async (): Promise<FigureReader> => {
  const port = await findFreePort();
  return {
    settings: { METRICS_PORT: String(port) },
    read: async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return {
        lagP99: find(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
        heapMegabytes: find(text, 'nodejs_heap_size_used_bytes') / MEGABYTE,
        seconds: find(text, 'process_cpu_seconds_total'),
      };
    },
  };
};
