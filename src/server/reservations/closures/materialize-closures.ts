import { sql } from 'drizzle-orm';
import { addDays } from '#contract/seoul-time.ts';
import { bookableDates } from '#contract/bookable-dates.ts';
import type { Db } from '#server/db/database.ts';
import { replaceHoldOnConflict, isClear } from '#server/reservations/slots/claim.ts';

/** Slots are claimed this many days beyond the bookable dates, in case the daily job does not run. */
const BUFFER_DAYS = 7;

export const materializeHorizon = (now: Date): string => addDays(bookableDates(now).last, BUFFER_DAYS);

/**
 * Claims the slots of recurring closures up to the horizon. Each date is claimed once (`materialized_until`), so that slots
 * opened by an admin stay open. The weak lock still allows foreign keys to the closures. Returns how many slots were claimed.
 */
export const materializeClosures = async (tx: Pick<Db, 'execute'>, now: Date): Promise<number> => {
  const horizon = sql`${materializeHorizon(now)}::date`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    with due as (
      select id, weekday, slots, materialized_until, least(until_date, ${horizon}) as fill_until from closures
      where materialized_until < least(until_date, ${horizon})
      order by id
      for no key update
    ), filled as (
      insert into slot_claims (date, slot, kind, closure_id, created_at)
      select distinct on (1, 2) materialized_until + day, slot, 'BLOCKED', due.id, ${now.toISOString()}::timestamptz
      from due
        cross join lateral generate_series(1, fill_until - materialized_until) as day
        cross join lateral unnest(slots) as slot
      where extract(isodow from materialized_until + day) = weekday
        and ${isClear(sql`(materialized_until + day)`, sql`slot`)}
      order by 1, 2, due.id
      ${replaceHoldOnConflict(now, 'ANY')}
      returning 1
    ), marked as (
      update closures set materialized_until = fill_until from due where closures.id = due.id
    )
    select count(*)::int as count from filled
  `);
  return rows[0]?.count ?? 0;
};
