import { sql, type SQL } from 'drizzle-orm';
import { isoWeekday } from '#contract/seoul-time.ts';
import { sortSlots, type Slot } from '#contract/slots.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { slotPlans } from '#server/db/schema.ts';

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

/** Reads the plans of a range of dates. The result lists the slots that a date in it offers, by their start. */
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

/** Whether the plan of a date offers a slot. */
export const isOffered = (date: SQL, value: SQL): SQL<boolean> => sql`exists (
  select from slot_plans
  where slot_plans.weekday = extract(isodow from ${date}) and slot_plans.slot = ${value}
    and ${date} between coalesce(slot_plans.effective_from, ${date}) and coalesce(slot_plans.effective_until, ${date})
)`;
