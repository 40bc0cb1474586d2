import { sql } from 'drizzle-orm';
import { addDays } from '#contract/seoul-time.ts';
import { bookableDates } from '#contract/bookable-dates.ts';
import type { Db } from '#server/db/connection.ts';
import { takeOver } from './claim-slot.ts';

/** Slots are claimed this far beyond the bookable dates, in case the nightly job does not run. */
const RESERVE_DAYS = 7;

export const fillHorizon = (now: Date): string => addDays(bookableDates(now).last, RESERVE_DAYS);

/**
 * Claims the slots of recurring closures up to the horizon. Each date is claimed once (`filled_until`), so that what an
 * admin opened stays open. The weak lock lets bookings refer to the closures. Answers how many were claimed.
 */
export const fillClosures = async (tx: Pick<Db, 'execute'>, now: Date): Promise<number> => {
  const horizon = sql`${fillHorizon(now)}::date`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    with due as (
      select id, weekday, slots, filled_until, least(until_date, ${horizon}) as fill_until from closures
      where filled_until < least(until_date, ${horizon})
      order by id
      for no key update
    ), filled as (
      insert into slot_claims (date, slot, kind, closure_id, created_at)
      select distinct on (1, 2) filled_until + day, slot, 'BLOCKED', due.id, ${now.toISOString()}::timestamptz
      from due
        cross join lateral generate_series(1, fill_until - filled_until) as day
        cross join lateral unnest(slots) as slot
      where extract(isodow from filled_until + day) = weekday
      order by 1, 2, due.id
      ${takeOver(now, 'STUDIO')}
      returning 1
    ), marked as (
      update closures set filled_until = fill_until from due where closures.id = due.id
    )
    select count(*)::int as count from filled
  `);
  return rows[0]?.count ?? 0;
};
