import { seoulDate, seoulInstant } from '#contract/seoul-time.ts';

/** A retention period in calendar months, as laws count, or in hours. */
export type RetentionPeriod = { readonly months: number } | { readonly hours: number };

const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns the same day that many months earlier, or the last day of a shorter month. */
export const subtractMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  const [thatYear, thatMonth] = [Math.floor(count / 12), count % 12];
  const thatDay = Math.min(day, lastDayOf(thatYear, thatMonth));
  return new Date(Date.UTC(thatYear, thatMonth, thatDay)).toISOString().slice(0, 10);
};

/**
 * Returns the cutoff: records that started before it are due for deletion. Calendar periods start on the next day (민법 제157조) and
 * end with the day before (제160조).
 */
export const retentionCutoff = (term: RetentionPeriod, now: Date): Date =>
  'hours' in term
    ? new Date(now.getTime() - term.hours * 3_600_000)
    : seoulInstant(subtractMonths(seoulDate(now), term.months), 0);
