import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Env } from './env.ts';
import type { Log } from '#server/ports/log.ts';

/** Sent to workers to stop them. Not a signal: Ctrl-C in a terminal signals workers as well, and a second signal means stop at once. */
export const STOP_MESSAGE = 'stop';

// Delays the restart, so that a worker that fails immediately does not keep the machine busy.
const RESTART_DELAY_MS = 1_000;

/** Each worker has its own port for metrics. */
const workerEnv = ({ metricsPort }: Env, place: number): Record<string, string> =>
  metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort + place) };

/**
 * Runs workers that share one port. A crashed worker is replaced, and all are stopped together. The first one starts alone, so that
 * first-start work runs once. Resolves when all have ended.
 */
export const runCluster = async (env: Env, log: Log): Promise<void> => {
  let isStopping = false;
  const serving = new Set<number>();
  const hasBegun = new Promise<void>((resolve) => {
    // The metrics port is opened before the public port.
    cluster.on('listening', ({ id }, { port }) => {
      if (port !== env.port) return;
      serving.add(id);
      resolve();
    });
  });
  const stop = (): void => {
    // A second signal means stop at once.
    if (isStopping) process.exit(1);
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker === undefined) continue;
      // Workers that are not serving yet have nothing to complete, and crashed ones cannot receive messages.
      if (serving.has(worker.id)) worker.send(STOP_MESSAGE, () => undefined);
      else worker.process.kill('SIGKILL');
    }
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  const start = (place: number): Worker => cluster.fork(workerEnv(env, place));
  const keep = async (place: number, first: Worker): Promise<void> => {
    let worker = first;
    while (true) {
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      if (isStopping) return;
      log.error({ event: 'worker_ended', place, code, signal });
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
      if (isStopping) return;
      worker = start(place);
    }
  };

  const first = start(0);
  const ended = await Promise.race([hasBegun, once(first, 'exit') as Promise<[number | null]>]);
  // The worker has already reported why it could not start.
  if (ended !== undefined) process.exit(isStopping ? 0 : (ended[0] ?? 1));
  const others = Array.from({ length: env.processes - 1 }, (_, index) => index + 1);
  await Promise.all([keep(0, first), ...others.map((place) => keep(place, start(place)))]);
};
