import type { Deps } from '#server/deps.ts';

export interface RunningJob {
  /** Cancels the timer, and resolves when a run in progress has ended too. */
  stop(): Promise<void>;
}

/** Runs the job now and again `pause` milliseconds after each run, even a failed one, until it is stopped. */
export const startIntervalJob = (
  { log }: Pick<Deps, 'log'>,
  pause: number | (() => number),
  job: (signal: AbortSignal) => Promise<unknown>,
  failureEvent = 'job_failed',
): RunningJob => {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      await job(ending.signal);
    } catch (error) {
      log.error({ event: failureEvent, err: error });
    }
    if (ending.signal.aborted) return;
    timer = setTimeout(() => void (running = run()), typeof pause === 'number' ? pause : pause());
    timer.unref();
  };
  let running = run();

  return {
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
