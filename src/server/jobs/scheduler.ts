import { addDays, seoulDate, seoulMoment } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';
import { repeatJob } from './repeat-job.ts';
import type { RepeatedJob } from './repeat-job.ts';

const HOUR_OF_RUN = 4;

export const nextRun = (now: Date): Date => {
  const today = seoulDate(now);
  const run = seoulMoment(today, HOUR_OF_RUN);
  return run > now ? run : seoulMoment(addDays(today, 1), HOUR_OF_RUN);
};

/** Runs the job now, since a machine may sleep at night, and then daily at 04:00 in Seoul. `event` names it in the log. */
export const startScheduler = (
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  event: string,
  job: (now: Date, signal: AbortSignal) => Promise<unknown>,
): RepeatedJob => {
  const untilNextRun = (): number => nextRun(clock.now()).getTime() - clock.now().getTime();
  const runOnce = async (signal: AbortSignal): Promise<void> => {
    log.info({ event, done: await job(clock.now(), signal) });
  };
  return repeatJob({ log }, untilNextRun, runOnce, `${event}_failed`);
};
