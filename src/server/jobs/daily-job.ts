import { addDays, seoulDate, seoulInstant } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';
import { startIntervalJob, type RunningJob } from './interval-job.ts';

const RUN_HOUR = 4;

export const nextDailyRun = (now: Date): Date => {
  const today = seoulDate(now);
  const run = seoulInstant(today, RUN_HOUR);
  return run > now ? run : seoulInstant(addDays(today, 1), RUN_HOUR);
};

export type DailyJob = (now: Date, signal: AbortSignal) => Promise<unknown>;

/**
 * Runs the jobs one after the other, immediately and then daily at 04:00 in Seoul. The immediate run covers machines that are
 * switched off at night. A job is logged under its name, or as `<name>_failed`; then those after it do not run.
 */
export const startDailyJobs = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  jobs: Readonly<Record<string, DailyJob>>,
): RunningJob => {
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
