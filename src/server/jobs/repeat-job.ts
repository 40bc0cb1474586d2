import type { Deps } from '#server/deps.ts';
import type { Scheduler } from './scheduler.ts';

/** Runs the job now and again so many milliseconds after each end. A failure is logged and waits for the next. */
export const repeatJob = ({ log }: Pick<Deps, 'log'>, pause: number, job: () => Promise<void>): Scheduler => {
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      await job();
    } catch (error) {
      log.error({ event: 'job_failed', err: error });
    }
    if (isEnding) return;
    timer = setTimeout(() => void (running = run()), pause);
    timer.unref();
  };
  let running = run();

  return {
    stop: async () => {
      isEnding = true;
      clearTimeout(timer);
      await running;
    },
  };
};
