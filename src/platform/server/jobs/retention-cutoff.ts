import { seoulDate, seoulInstant } from '../../contract/seoul-time.ts';
import type { RetentionPeriod } from '../db/describe-table.ts';

const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The same day of the month that many months earlier, or the last day of a shorter month. Dates are `YYYY-MM-DD`. */
export const subtractMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  const [targetYear, targetMonth] = [Math.floor(count / 12), count % 12];
  const targetDay = Math.min(day, lastDayOf(targetYear, targetMonth));
  return new Date(Date.UTC(targetYear, targetMonth, targetDay)).toISOString().slice(0, 10);
};

/**
 * Rows whose retention period began before the returned instant have expired. A period in months begins on the day after the event
 * (민법 제157조) and ends at the end of the day with the same number (제160조).
 */
export const retentionCutoff = (period: RetentionPeriod, now: Date): Date =>
  'hours' in period
    ? new Date(now.getTime() - period.hours * 3_600_000)
    : seoulInstant(subtractMonths(seoulDate(now), period.months), 0);
