import { seoulDate, seoulMoment } from '#contract/seoul-time.ts';

/** How long something is kept: by the calendar, as laws count, or by the clock. */
export type Term = { readonly months: number } | { readonly hours: number };

const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The same day so many months before; the last of its month where there is no such day. */
export const subtractMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  const [thatYear, thatMonth] = [Math.floor(count / 12), count % 12];
  const thatDay = Math.min(day, lastDayOf(thatYear, thatMonth));
  return new Date(Date.UTC(thatYear, thatMonth, thatDay)).toISOString().slice(0, 10);
};

/**
 * What began before this moment is due. A term by the calendar begins on the day after (민법 제157조) and ends with the
 * day before the one that corresponds, or with the month when there is none (제160조): kept whole through its last day.
 */
export const cutoffOf = (term: Term, now: Date): Date =>
  'hours' in term
    ? new Date(now.getTime() - term.hours * 3_600_000)
    : seoulMoment(subtractMonths(seoulDate(now), term.months), 0);
