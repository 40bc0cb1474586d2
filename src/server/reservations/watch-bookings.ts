import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A studio with five slots a day gets so many in a minute from nobody who wants to come. */
const MOST_IN_A_MINUTE = 10;
/** Further is not counted: the more there are, the less it may cost. */
const ENOUGH = 1_000;

type WatchDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Warns in the log when the calendar is being booked away. Never fails. */
export const warnOfBurst = async ({ db, clock, log }: WatchDeps): Promise<void> => {
  try {
    const since = new Date(clock.now().getTime() - MINUTE).toISOString();
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select from ${reservations} where ${reservations.createdAt} > ${since}::timestamptz limit ${ENOUGH}
      ) as newest`);
    const count = rows[0]?.count ?? 0;
    if (count > MOST_IN_A_MINUTE) log.warn({ event: 'booking_burst', count });
  } catch (err) {
    log.error({ event: 'booking_watch_failed', err });
  }
};

const watched = new WeakSet<Db>();

/** After a booking: looks within a second whether there are too many, once for all of that second, and nobody waits for it. */
export const watchBookings = (deps: WatchDeps): void => {
  if (watched.has(deps.db)) return;
  watched.add(deps.db);
  const look = (): void => {
    watched.delete(deps.db);
    void warnOfBurst(deps);
  };
  setTimeout(look, SECOND).unref();
};
