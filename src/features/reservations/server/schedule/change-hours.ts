import { and, eq, gte, isNull, not, or, sql, asc, notInArray } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type MeetingHours, weekdayNames } from '../../contract/meeting-hours.ts';
import { customerName } from '../admin/queries.ts';
import type { AdminReservationRow } from '../present-reservation.ts';
import { slotClaims, slotPlans, reservations } from '../tables.ts';
import { isSlotOffered } from './hours.ts';

const listWeeklySlots = (hours: MeetingHours) =>
  weekdayNames.flatMap((name, index) => hours[name].map((slot) => ({ weekday: index + 1, slot })));

/** Finds the booked reservations whose slots these hours do not offer, from the hours' first day on, soonest first. */
export const findHoursConflicts = (db: Tx, hours: MeetingHours): Promise<AdminReservationRow[]> => {
  const offered = listWeeklySlots(hours).map(({ weekday, slot }) => `${weekday} ${slot}`);
  return db
    .select({ reservation: reservations, memberName: customerName })
    .from(reservations)
    .where(
      and(
        eq(reservations.state, 'BOOKED'),
        gte(reservations.date, hours.effectiveFrom),
        notInArray(sql`extract(isodow from ${reservations.date}) || ' ' || ${reservations.slot}`, offered),
      ),
    )
    .orderBy(asc(reservations.date), asc(reservations.slot));
};

const FROM_TOMORROW = '내일부터 바꿀 수 있습니다. 날짜를 확인해 주세요.';

const sameIds = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;

/** Inserts the plans of each weekday, from a date on or, when it is null, for all dates. */
export const insertPlans = async (
  tx: Tx,
  hours: MeetingHours,
  effectiveFrom: string | null,
): Promise<void> => {
  const offered = listWeeklySlots(hours);
  if (offered.length > 0)
    await tx.insert(slotPlans).values(offered.map((slot) => ({ ...slot, effectiveFrom })));
};

const replacePlans = async (tx: Tx, hours: MeetingHours): Promise<void> => {
  const { effectiveFrom } = hours;
  await tx.delete(slotPlans).where(gte(slotPlans.effectiveFrom, effectiveFrom));
  await tx
    .update(slotPlans)
    .set({ effectiveUntil: addDays(effectiveFrom, -1) })
    .where(or(isNull(slotPlans.effectiveUntil), gte(slotPlans.effectiveUntil, effectiveFrom)));
  await insertPlans(tx, hours, effectiveFrom);
};

/**
 * Changes the meeting hours from a future date on, within the caller's transaction. Booked reservations that do not fit stay, and
 * their slots stay claimed. Throws INVALID_INPUT unless the date is in the future, and RESERVATIONS_COLLIDE unless `keptReservations` names
 * exactly these reservations.
 */
export const changeHours = async (
  tx: Tx,
  hours: MeetingHours,
  keptReservations: readonly number[],
  now: Date,
): Promise<void> => {
  const { effectiveFrom } = hours;
  if (effectiveFrom <= seoulDate(now))
    throw appError('INVALID_INPUT', { message: FROM_TOMORROW, fields: { effectiveFrom: FROM_TOMORROW } });
  // Waits for transactions that have changed claims, and keeps others from changing any until this transaction ends.
  await tx.execute(sql`lock table slot_claims in share row exclusive mode`);
  const conflicts = await findHoursConflicts(tx, hours);
  const ids = conflicts.map(({ reservation }) => reservation.id);
  if (!sameIds(ids, keptReservations)) throw appError('RESERVATIONS_COLLIDE');
  await replacePlans(tx, hours);
  await tx
    .delete(slotClaims)
    .where(
      and(
        eq(slotClaims.kind, 'HELD'),
        gte(slotClaims.date, effectiveFrom),
        not(isSlotOffered(sql`${slotClaims.date}`, sql`${slotClaims.slot}`)),
      ),
    );
};
