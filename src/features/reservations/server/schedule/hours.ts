import { sql, type SQL, and, between } from 'drizzle-orm';
import type { BodyOf, QueryOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { isoWeekday, addDays } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { isBookableDate, isPastSlot } from '../../contract/bookable-dates.ts';
import type { scheduleEndpoints } from '../../contract/schedule.ts';
import { sortSlots, type Slot, SLOT_MESSAGE } from '../../contract/slots.ts';
import { slotPlans, slotClaims } from '../tables.ts';

const { placeholder } = sql;
const { weekday, slot, effectiveFrom, effectiveUntil } = slotPlans;

const plansBetween = definePrepared((db) =>
  db
    .select({ weekday, slot, effectiveFrom, effectiveUntil })
    .from(slotPlans)
    .where(
      sql`(${effectiveFrom} <= ${placeholder('last')}::date or ${effectiveFrom} is null)
        and (${effectiveUntil} >= ${placeholder('first')}::date or ${effectiveUntil} is null)`,
    )
    .prepare('slot_plans_between'),
);

/** Reads the plans of a range of dates. Returns a function that lists the slots that a date of the range offers, sorted by start. */
export const findDaySlots = async (
  db: Tx,
  first: string,
  last: string,
): Promise<(date: string) => Slot[]> => {
  const plans = await plansBetween(db).execute({ first, last });
  return (date) =>
    sortSlots(
      plans
        .filter(
          (plan) =>
            plan.weekday === isoWeekday(date) &&
            (plan.effectiveFrom ?? date) <= date &&
            date <= (plan.effectiveUntil ?? date),
        )
        .map((plan) => plan.slot),
    );
};

/** Lists the dates of a month, `2026-11-01` to `2026-11-30`. */
export const datesOf = (month: string): string[] => {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
};

export const isSlotOffered = (date: SQL, value: SQL): SQL<boolean> => sql`exists (
  select from slot_plans
  where slot_plans.weekday = extract(isodow from ${date}) and slot_plans.slot = ${value}
    and ${date} between coalesce(slot_plans.effective_from, ${date}) and coalesce(slot_plans.effective_until, ${date})
)`;

/** Throws SLOT_NOT_OFFERED, DATE_UNAVAILABLE or SLOT_PAST for a slot that the studio cannot book. Does not check whether it is taken. */
export const assertBookable = async (db: Tx, date: string, time: Slot, now: Date): Promise<void> => {
  const daySlots = await findDaySlots(db, date, date);
  if (!daySlots(date).includes(time)) throw appError('SLOT_NOT_OFFERED');
  if (!isBookableDate(date, now)) throw appError('DATE_UNAVAILABLE');
  if (isPastSlot(date, time, now)) throw appError('SLOT_PAST');
};

/** All slots when `timeSlots` is undefined. */
export type SlotRange = Omit<BodyOf<typeof scheduleEndpoints.blockRange>, 'note'>;

/** A range on one weekday (1 is Monday), or on every day of the week when `weekday` is undefined. */
export type WeeklyRange = QueryOf<typeof scheduleEndpoints.findConflicts>;

export const isOnWeekday = (weekday: number | undefined) =>
  weekday === undefined ? undefined : sql`extract(isodow from ${slotClaims.date}) = ${weekday}`;

/** Throws INVALID_INPUT when one of the slots is neither offered nor claimed on any of the dates. */
export const assertSlotsKnown = async (
  db: Tx,
  { from, to, days, timeSlots = [], weekday }: WeeklyRange,
  field: 'timeSlot' | 'timeSlots',
): Promise<void> => {
  if (timeSlots.length === 0) return;
  const daySlots = await findDaySlots(db, from, to);
  const known = new Set<Slot>();
  // Plans change rarely, but a range may contain a change.
  for (let date = from; date <= to; date = addDays(date, 1))
    if ((weekday === undefined || isoWeekday(date) === weekday) && days?.includes(date) !== false)
      for (const value of daySlots(date)) known.add(value);
  if (timeSlots.every((value) => known.has(value))) return;
  const claimed = await db
    .selectDistinct({ slot: slotClaims.slot })
    .from(slotClaims)
    .where(and(between(slotClaims.date, from, to), isOnWeekday(weekday)));
  for (const { slot } of claimed) known.add(slot);
  if (!timeSlots.every((value) => known.has(value)))
    throw appError('INVALID_INPUT', { message: SLOT_MESSAGE, fields: { [field]: SLOT_MESSAGE } });
};
