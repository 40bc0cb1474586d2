import { SECOND_MS } from '#platform/contract/durations.ts';
import type { Deps } from '#platform/server/deps.ts';
import { systemClock, type Clock } from '#platform/server/ports/clock.ts';

const MAX_DIFFERENCE_MS = 5 * SECOND_MS;

/**
 * Whole seconds by which this machine's clock is ahead of the database's, negative when it is behind; 0 up to five seconds. The
 * site uses the database's clock, but certificates, logs and timers of the machine depend on its own.
 */
export const findClockDifferenceS = (database: Clock, machine: Clock = systemClock): number => {
  const difference = machine.now().getTime() - database.now().getTime();
  return Math.abs(difference) > MAX_DIFFERENCE_MS ? Math.round(difference / SECOND_MS) : 0;
};

/** Logs `clock_differs` if this machine's clock differs from the database's by more than five seconds. */
export const logClockDifference = ({ clock, log }: Pick<Deps, 'clock' | 'log'>, machine?: Clock): void => {
  const seconds = findClockDifferenceS(clock, machine);
  if (seconds !== 0) log.warn({ event: 'clock_differs', seconds });
};
