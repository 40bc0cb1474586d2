import { seoulDate, seoulInstant } from '../../contract/seoul-time.ts';
import type { RetentionPeriod } from '../db/describe-table.ts';

/** The same day of the month that many months earlier, or the last day of a shorter month. Dates are `YYYY-MM-DD`. */
export const subtractMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const target = month - 1 - months;
  const lastDay = new Date(Date.UTC(year, target + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, target, Math.min(day, lastDay))).toISOString().slice(0, 10);
};

/**
 * The retention period of events before the returned instant is over. A period in months begins with the day after the event, in Seoul
 * (민법 제157조, 제160조).
 */
export const retentionCutoff = (period: RetentionPeriod, now: Date): Date =>
  'hours' in period
    ? new Date(now.getTime() - period.hours * 3_600_000)
    : seoulInstant(subtractMonths(seoulDate(now), period.months), 0);
