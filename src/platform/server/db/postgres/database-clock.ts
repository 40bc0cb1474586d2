import type { Clock } from '../../ports/clock.ts';

/** The time of the database. Between its answers the clock runs by this machine's monotonic time, which no change of date moves. */
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
      // The database read its clock between these moments. The clock moves no further than it must, so that it does not jitter and
      // a slow answer cannot make it worse.
      offsetMs = Math.min(Math.max(offsetMs, databaseMs - receivedAt), databaseMs - sentAt);
    },
  };
};
