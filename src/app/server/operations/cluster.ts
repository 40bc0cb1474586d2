import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Env } from '#platform/server/env.ts';
import type { Log } from '#platform/server/ports/log.ts';

/**
 * Message that tells a worker to stop. A signal cannot be used: Ctrl-C in a terminal already sends SIGINT to the workers, and a worker
 * exits immediately on its second signal.
 */
export const STOP_MESSAGE = 'stop';

// Keeps a worker that crashes at start from being restarted in a busy loop.
const RESTART_DELAY_MS = 1_000;

/** Each worker serves its metrics on its own port. */
const workerEnv = ({ metricsPort }: Env, index: number): Record<string, string> =>
  metricsPort === undefined ? {} : { METRICS_PORT: String(metricsPort + index) };

/**
 * Runs `env.processes` workers that share one port, and restarts workers that die. The first worker starts alone, so that migrations
 * and other first-start work run once. On SIGINT or SIGTERM serving workers are told to stop and starting ones are killed; resolves
 * when all have exited. When the first worker ends before it serves, the process ends as well.
 */
export const runCluster = async (env: Env, log: Log): Promise<void> => {
  let isStopping = false;
  const serving = new Set<number>();
  const firstServing = new Promise<void>((resolve) => {
    // A worker opens its metrics port before the public port.
    cluster.on('listening', ({ id }, { port }) => {
      if (port !== env.port) return;
      serving.add(id);
      resolve();
    });
  });
  const stop = (): void => {
    // A second signal exits immediately.
    if (isStopping) process.exit(1);
    isStopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (worker === undefined) continue;
      // A worker that is still starting does not handle the message and has no requests to finish. Errors of dead workers are ignored.
      if (serving.has(worker.id)) worker.send(STOP_MESSAGE, () => undefined);
      else worker.process.kill('SIGKILL');
    }
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  const start = (index: number): Worker => cluster.fork(workerEnv(env, index));
  const superviseWorker = async (index: number, first: Worker): Promise<void> => {
    let worker = first;
    while (true) {
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      if (isStopping) return;
      log.error({ event: 'worker_ended', index, code, signal });
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
      if (isStopping) return;
      worker = start(index);
    }
  };

  const first = start(0);
  const ended = await Promise.race([firstServing, once(first, 'exit') as Promise<[number | null]>]);
  // A worker that could not start has usually printed why.
  if (ended !== undefined) process.exit(isStopping ? 0 : (ended[0] ?? 1));
  const others = Array.from({ length: env.processes - 1 }, (_, offset) => offset + 1);
  await Promise.all([
    superviseWorker(0, first),
    ...others.map((index) => superviseWorker(index, start(index))),
  ]);
};
