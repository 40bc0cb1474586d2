import type { Deps } from '#server/deps.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Runs the job now and again so many milliseconds after each end. A failure is logged and waits for the next. The job is
 * told by its signal when it is to end.
 */
export const repeatJob = (
  { log }: Pick<Deps, 'log'>,
  pause: number,
  job: (signal: AbortSignal) => Promise<unknown>,
): Scheduler => {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      await job(ending.signal);
    } catch (error) {
      log.error({ event: 'job_failed', err: error });
    }
    if (ending.signal.aborted) return;
    timer = setTimeout(() => void (running = run()), pause);
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
