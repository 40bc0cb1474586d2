import type { Deps } from '#server/deps.ts';

export interface RunningJob {
  /** Cancels the timer, aborts the signal of the current run and resolves when that run has ended. */
  stop(): Promise<void>;
}

/** Runs the job immediately and again `delayMs` after the end of each run, including failed runs, until it is stopped. */
export const startIntervalJob = (
  { log }: Pick<Deps, 'log'>,
  delayMs: number | (() => number),
  job: (signal: AbortSignal) => Promise<unknown>,
): RunningJob => {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      await job(stopping.signal);
    } catch (error) {
      log.error({ event: 'job_failed', err: error });
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => void (running = run()), typeof delayMs === 'number' ? delayMs : delayMs());
    timer.unref();
  };
  let running = run();

  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
