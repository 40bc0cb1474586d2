import { sql } from 'drizzle-orm';
import { SECOND_MS, MINUTE_MS } from '#platform/contract/durations.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { reservations } from '../tables.ts';

/** More than a studio with five slots a day usually receives per minute. */
const MAX_PER_MINUTE = 10;
/** Limits the count query. */
const ENOUGH = 1_000;

type AlertDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Logs a warning when suspiciously many reservations are made. Never throws. */
export const warnOfBookingBurst = async ({ db, clock, log }: AlertDeps): Promise<void> => {
  try {
    const since = new Date(clock.now().getTime() - MINUTE_MS).toISOString();
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select from ${reservations} where ${reservations.createdAt} > ${since}::timestamptz limit ${ENOUGH}
      ) as newest`);
    const count = rows[0]?.count ?? 0;
    if (count > MAX_PER_MINUTE) log.warn({ event: 'booking_burst', count });
  } catch (err) {
    log.error({ event: 'booking_watch_failed', err });
  }
};

const watched = new WeakSet<Db>();

/** Checks the booking rate in the background, at most once a second. */
export const alertOnBookingRate = (deps: AlertDeps): void => {
  if (watched.has(deps.db)) return;
  watched.add(deps.db);
  const look = (): void => {
    watched.delete(deps.db);
    void warnOfBookingBurst(deps);
  };
  setTimeout(look, SECOND_MS).unref();
};
