import { findHoliday } from '#contract/holidays.ts';
import type { Closure, ScheduleDay } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { slots } from '#contract/slots.ts';
import type { ChangePolicy } from '#server/reservations/changes/change-deadline.ts';
import { presentAdminReservation } from '#server/reservations/present-reservation.ts';
import type { ClaimRow, ClosureRow } from './queries.ts';

/** Lists the dates of a month, `2026-11-01` to `2026-11-30`. */
const datesOf = (month: string): string[] => {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
};

export const presentMonth = (
  month: string,
  claims: readonly ClaimRow[],
  terms: ChangePolicy,
): ScheduleDay[] => {
  const bySlot = new Map(claims.map((claim) => [`${claim.date} ${claim.slot}`, claim]));
  return datesOf(month).map((date) => ({
    date,
    holiday: findHoliday(date),
    slots: slots.map((time) => {
      const { kind = 'FREE', reservation = null, closureId = null } = bySlot.get(`${date} ${time}`) ?? {};
      return {
        time,
        isPast: isPastSlot(date, time, terms.now),
        state: kind,
        reservation: reservation === null ? null : presentAdminReservation(reservation, terms),
        closureId,
      };
    }),
  }));
};

export const presentClosure = (row: ClosureRow): Closure => ({
  id: row.id,
  weekday: row.weekday,
  timeSlots: row.slots,
  from: row.fromDate,
  until: row.untilDate,
  note: row.note,
});
