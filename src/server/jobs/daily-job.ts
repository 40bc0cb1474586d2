import { addDays, seoulDate, seoulInstant } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';
import { startIntervalJob, type RunningJob } from './interval-job.ts';

const RUN_HOUR = 4;

export const nextDailyRun = (now: Date): Date => {
  const today = seoulDate(now);
  const run = seoulInstant(today, RUN_HOUR);
  return run > now ? run : seoulInstant(addDays(today, 1), RUN_HOUR);
};

/**
 * Runs the job immediately and then daily at 04:00 in Seoul. The immediate run covers machines that are switched off at night.
 * `event` is the log event of a successful run and `<event>_failed` of a failed one.
 */
export const startDailyJob = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  event: string,
  job: (now: Date, signal: AbortSignal) => Promise<unknown>,
): RunningJob => {
  const untilNextRun = (): number => nextDailyRun(clock.now()).getTime() - clock.now().getTime();
  const runOnce = async (signal: AbortSignal): Promise<void> => {
    log.info({ event, done: await job(clock.now(), signal) });
  };
  return startIntervalJob({ log }, untilNextRun, runOnce, `${event}_failed`);
};
