import type { Deps } from '#server/deps.ts';
import type { Log } from '#server/ports/log.ts';

const MAX_LINES_PER_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Log lines of the current minute, and how many were omitted since the last one written. */
interface LogSample {
  minute: number;
  lines: number;
  omitted: number;
}

const samples = new WeakMap<Log, LogSample>();

const sampleOf = (log: Log): LogSample => {
  const sample = samples.get(log) ?? { minute: 0, lines: 0, omitted: 0 };
  samples.set(log, sample);
  return sample;
};

/** Logs a forged or foreign token, at most 20 per minute so that a flood cannot fill the disk. `omitted` counts the others. */
export const logRejectedToken = ({ log, clock }: Pick<Deps, 'log' | 'clock'>, reason: string): void => {
  const sample = sampleOf(log);
  const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
  if (minute !== sample.minute) Object.assign(sample, { minute, lines: 0 });
  if (sample.lines >= MAX_LINES_PER_MINUTE) {
    sample.omitted += 1;
    return;
  }
  sample.lines += 1;
  log.warn({
    event: 'access_token_refused',
    reason,
    ...(sample.omitted > 0 ? { omitted: sample.omitted } : {}),
  });
  sample.omitted = 0;
};
