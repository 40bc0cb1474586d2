import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { loadEnv } from '#platform/server/env.ts';
import { createLog } from '#platform/server/ports/log.ts';
import type { Restart } from '../restore/restore-upload.ts';
import { start, type RunningServer } from '../start-server.ts';
import { runCluster, STOP_MESSAGE } from './cluster.ts';
import { describeStartError } from './describe-start-error.ts';

const exitWithError = (error: unknown): never => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
};

/** Starts the server, and starts it again on its request. Resolves to how to stop it for good. */
const startWithRestarts = async (): Promise<RunningServer['stop']> => {
  const restart: Restart = async (beforeClosing) => {
    const { stop } = await running;
    running = stop(beforeClosing).then(() => start({ restart }));
    await running.catch(exitWithError);
  };
  let running = start({ restart });
  await running;
  return async () => (await running).stop();
};

const stopOnSignals = (stop: RunningServer['stop']): void => {
  let isStopping = false;
  const handle = (): void => {
    // A second signal exits immediately.
    if (isStopping) process.exit(1);
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  process.on('message', (message) => {
    if (message === STOP_MESSAGE && !isStopping) handle();
  });
};

/** Keeps the server running when printed lines cannot be written, as to a closed pipe. The log handles its own errors. */
const ignoreStdioErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

// Limits the heap's growth between collections to 50 % (V8's default allows up to four times the live size). Saves 60 MB under load
// without a measurable slowdown.
const HEAP_GROWTH_FLAG = '--heap-growing-percent=50';

/** Starts the server, or runs the cluster until it is stopped. */
export const runServer = async (): Promise<void> => {
  ignoreStdioErrors();
  setFlagsFromString(HEAP_GROWTH_FLAG);
  const env = loadEnv();
  if (cluster.isPrimary && env.processes > 1) {
    await runCluster(env, createLog(env.logLevel));
    process.exit(0);
  }
  stopOnSignals(await startWithRestarts());
};
