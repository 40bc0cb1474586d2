import { gt } from 'drizzle-orm';
import { reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

const MINUTE = 60_000;
/** A studio with five slots a day gets so many in a minute from nobody who wants to come. */
const MOST_IN_A_MINUTE = 10;

/** Warns of a run on the calendar, in the log. After the booking, and never its failure. */
export const watchBookings = async ({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> => {
  try {
    const since = new Date(clock.now().getTime() - MINUTE);
    const count = await db.$count(reservations, gt(reservations.createdAt, since));
    if (count > MOST_IN_A_MINUTE) log.warn({ event: 'booking_burst', count });
  } catch (err) {
    log.error({ event: 'booking_watch_failed', err });
  }
};
