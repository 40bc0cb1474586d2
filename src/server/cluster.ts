import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Env } from './env.ts';
import type { Log } from '#server/ports/log.ts';

/** What a worker is told: a signal to a whole terminal reaches it as well, and a second signal would mean 'now'. */
export const STOP_MESSAGE = 'stop';

// One that ends as soon as it starts must not keep the machine busy.
const RESTART_DELAY_MS = 1_000;

/** Each has a port of its own for its figures. */
const workerEnv = ({ metricsPort }: Env, place: number): Record<string, string> =>
  metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort + place) };

/**
 * Servers as processes of their own that share one port. One that dies is replaced; all are told to stop at once. The first
 * starts alone, so that what a start makes is made once. Resolves when all have ended.
 */
export const runCluster = async (env: Env, log: Log): Promise<void> => {
  let isStopping = false;
  const serving = new Set<number>();
  const hasBegun = new Promise<void>((resolve) => {
    // The port for its figures is open before the one for visitors.
    cluster.on('listening', ({ id }, { port }) => {
      if (port !== env.port) return;
      serving.add(id);
      resolve();
    });
  });
  const stop = (): void => {
    // A second signal means now.
    if (isStopping) process.exit(1);
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker === undefined) continue;
      // One that does not serve yet would not hear it, and has nothing to end; one that has died need not hear it.
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
  // It has said itself why it could not start.
  if (ended !== undefined) process.exit(isStopping ? 0 : (ended[0] ?? 1));
  const others = Array.from({ length: env.processes - 1 }, (_, index) => index + 1);
  await Promise.all([keep(0, first), ...others.map((place) => keep(place, start(place)))]);
};
