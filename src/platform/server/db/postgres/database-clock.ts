import type { Clock } from '../../ports/clock.ts';

/**
 * The time of the database. Between two answers of the database it runs by this machine's monotonic clock, which does not move when
 * somebody sets the machine's date.
 */
export interface DatabaseClock extends Clock {
  /** Adjusts the clock by a query that returns the time of the database in epoch milliseconds. */
  synchronize(queryTime: () => Promise<number>): Promise<void>;
}

/** Starts with the system's time. `elapsedMs` returns monotonic milliseconds. */
export const createDatabaseClock = (elapsedMs: () => number = () => performance.now()): DatabaseClock => {
  let offsetMs = Date.now() - elapsedMs();
  return {
    now: () => new Date(offsetMs + elapsedMs()),
    synchronize: async (queryTime) => {
      const sentAt = elapsedMs();
      const databaseMs = await queryTime();
      const receivedAt = elapsedMs();
      // The database read its clock between these moments. The offset changes only as far as these bounds require, so that the clock does
      // not jitter and a slow answer cannot make it worse.
      offsetMs = Math.min(Math.max(offsetMs, databaseMs - receivedAt), databaseMs - sentAt);
    },
  };
};
