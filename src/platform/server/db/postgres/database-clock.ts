/**
 * The time of the database. It starts with the system's time. Between two answers of the database it runs by this machine's monotonic
 * clock, which does not jump when somebody sets the machine's date. `elapsedMs` returns monotonic milliseconds.
 */
export const createDatabaseClock = (elapsedMs: () => number = () => performance.now()) => {
  let offsetMs = Date.now() - elapsedMs();
  return {
    now: () => new Date(offsetMs + elapsedMs()),
    /** Adjusts the clock by a query that returns the time of the database in epoch milliseconds. */
    synchronize: async (queryTime: () => Promise<number>): Promise<void> => {
      const sentAt = elapsedMs();
      const databaseMs = await queryTime();
      const receivedAt = elapsedMs();
      // The database read its clock between these moments. The offset changes only as far as these bounds require, so that the clock does
      // not jitter and a slow answer cannot make it worse.
      offsetMs = Math.min(Math.max(offsetMs, databaseMs - receivedAt), databaseMs - sentAt);
    },
  };
};

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;
