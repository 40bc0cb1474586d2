import { findHoliday } from '#contract/holidays.ts';
import type { Closure, ScheduleDay } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { overlaps, sortSlots, type Slot } from '#contract/slots.ts';
import type { ChangePolicy } from '#server/reservations/changes/change-deadline.ts';
import { presentAdminReservation } from '#server/reservations/present-reservation.ts';
import type { ClaimRow, ClosureRow } from './queries.ts';
import type { SlotOfDay } from './release-slot.ts';

/** Lists the dates of a month, `2026-11-01` to `2026-11-30`. */
export const datesOf = (month: string): string[] => {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
};

/** The slots that a day offers, except those that overlap a claim of another slot, and the claimed slots. */
const slotsOf = (offered: readonly Slot[], claims: readonly ClaimRow[]): Slot[] =>
  sortSlots([
    ...claims.map(({ slot }) => slot),
    ...offered.filter((value) => !claims.some(({ slot }) => overlaps(slot, value))),
  ]);

export const presentMonth = (
  dates: readonly string[],
  daySlots: (date: string) => Slot[],
  claims: readonly ClaimRow[],
  cancelled: readonly SlotOfDay[],
  terms: ChangePolicy,
): ScheduleDay[] =>
  dates.map((date) => {
    const claimsOfDay = claims.filter((claim) => claim.date === date);
    return {
      date,
      holiday: findHoliday(date),
      slots: slotsOf(daySlots(date), claimsOfDay).map((time) => {
        const claim = claimsOfDay.find(({ slot }) => slot === time);
        const { kind = 'FREE', reservation = null, closureId = null } = claim ?? {};
        return {
          time,
          isPast: isPastSlot(date, time, terms.now),
          state: kind,
          reservation: reservation === null ? null : presentAdminReservation(reservation, terms),
          isCancelled: claim === undefined && cancelled.some((one) => one.date === date && one.slot === time),
          closureId,
        };
      }),
    };
  });

export const presentClosure = (row: ClosureRow): Closure => ({
  id: row.id,
  weekday: row.weekday,
  timeSlots: row.slots,
  from: row.fromDate,
  until: row.untilDate,
  note: row.note,
});
