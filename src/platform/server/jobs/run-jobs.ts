import { addDays, seoulDate, seoulInstant } from '../../contract/seoul-time.ts';
import type { Deps } from '../deps.ts';

/** Runs the job immediately and again `delayMs` after the end of each run, including failed runs, until it is stopped. */
export const startIntervalJob = (
  { log }: Pick<Deps, 'log'>,
  delayMs: number | (() => number),
  job: (signal: AbortSignal) => Promise<unknown>,
) => {
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
    /** Cancels the timer, aborts the signal of the current run and resolves when that run has ended. */
    stop: async (): Promise<void> => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
};

const RUN_HOUR = 4;

export const nextDailyRun = (now: Date): Date => {
  const today = seoulDate(now);
  const run = seoulInstant(today, RUN_HOUR);
  return run > now ? run : seoulInstant(addDays(today, 1), RUN_HOUR);
};

export type DailyJob = (now: Date, signal: AbortSignal) => Promise<unknown>;

/**
 * Runs the jobs one after the other, immediately and then daily at 04:00 in Seoul. The immediate run covers machines that are
 * switched off at night. A job is logged under its name. One that fails is logged as `<name>_failed`, and those after it wait for the
 * next run.
 */
export const startDailyJobs = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  jobs: Readonly<Record<string, DailyJob>>,
) => {
  const untilNextRun = (): number => nextDailyRun(clock.now()).getTime() - clock.now().getTime();
  const runAll = async (signal: AbortSignal): Promise<void> => {
    for (const [event, job] of Object.entries(jobs)) {
      try {
        log.info({ event, done: await job(clock.now(), signal) });
      } catch (err) {
        log.error({ event: `${event}_failed`, err });
        return;
      }
    }
  };
  return startIntervalJob({ log }, untilNextRun, runAll);
};
