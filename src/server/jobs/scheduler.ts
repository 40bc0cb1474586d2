import { addDays, seoulDate, seoulMoment } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';

const HOUR_OF_RUN = 4;

/** The next 04:00 in Seoul after this moment. */
export const nextRun = (now: Date): Date => {
  const today = seoulDate(now);
  const run = seoulMoment(today, HOUR_OF_RUN);
  return run > now ? run : seoulMoment(addDays(today, 1), HOUR_OF_RUN);
};

export interface Scheduler {
  /** Ends the waiting, and resolves when a run under way has ended too. */
  stop(): Promise<void>;
}

/**
 * Runs the job once now, since a machine may sleep at night, and then daily at 04:00 in Seoul. A failure waits for the next.
 * `event` names it in the log.
 */
export const startScheduler = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  event: string,
  job: (now: Date, signal: AbortSignal) => Promise<unknown>,
): Scheduler => {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    try {
      log.info({ event, done: await job(clock.now(), ending.signal) });
    } catch (error) {
      log.error({ event: `${event}_failed`, err: error });
    }
    if (!ending.signal.aborted) wait();
  };
  let running = run();

  const wait = (): void => {
    const now = clock.now();
    timer = setTimeout(() => void (running = run()), nextRun(now).getTime() - now.getTime());
    timer.unref();
  };

  return {
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
