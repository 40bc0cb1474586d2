import { holidayOn } from '#contract/holidays.ts';
import type { Closure, ScheduleDay } from '#contract/schedule.ts';
import { addDays } from '#contract/seoul-time.ts';
import { isPastSlot } from '#contract/bookable-dates.ts';
import { slots } from '#contract/slots.ts';
import type { ChangeTerms } from './change-window.ts';
import { presentAdminReservation } from './present-reservation.ts';
import type { ClaimRow, ClosureRow } from './schedule-queries.ts';

/** `2026-11-01` to `2026-11-30`. */
const datesOf = (month: string): string[] => {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
};

type ScheduleSlot = ScheduleDay['slots'][number];

const presentSlot = (claim: ClaimRow | undefined, terms: ChangeTerms) =>
  ({
    state: claim?.kind ?? 'FREE',
    reservation: claim?.booking == null ? null : presentAdminReservation(claim.booking, terms),
    closureId: claim?.closureId ?? null,
  }) satisfies Partial<ScheduleSlot>;

/** Every slot of every day of a month, whoever has it. */
export const presentMonth = (
  month: string,
  claims: readonly ClaimRow[],
  terms: ChangeTerms,
): ScheduleDay[] => {
  const bySlot = new Map(claims.map((claim) => [`${claim.date} ${claim.slot}`, claim]));
  return datesOf(month).map((date) => ({
    date,
    holiday: holidayOn(date),
    slots: slots.map((time) => ({
      time,
      isPast: isPastSlot(date, time, terms.now),
      ...presentSlot(bySlot.get(`${date} ${time}`), terms),
    })),
  }));
};

export const presentClosure = ({
  id,
  weekday,
  slots: timeSlots,
  fromDate,
  untilDate,
  note,
}: ClosureRow): Closure => ({
  id,
  weekday,
  timeSlots,
  from: fromDate,
  until: untilDate,
  note,
});
