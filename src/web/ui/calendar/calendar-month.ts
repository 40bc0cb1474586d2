import { toDateString, toLocalNoon } from './calendar-date.ts';

const DAYS_PER_WEEK = 7;

/** Returns `2026-12` for `2026-12-24`. */
export const monthOf = (date: string): string => date.slice(0, 7);

const shift = (date: string, { months = 0, days = 0 }: { months?: number; days?: number }): string => {
  const moved = toLocalNoon(date);
  moved.setMonth(moved.getMonth() + months, moved.getDate() + days);
  return toDateString(moved);
};

/** The same day of another month, or its last day if shorter. */
const shiftMonths = (date: string, months: number): string => {
  const begin = shift(`${monthOf(date)}-01`, { months });
  const same = begin.slice(0, 8) + date.slice(8);
  const last = shift(shift(begin, { months: 1 }), { days: -1 });
  return same < last ? same : last;
};

export const addMonths = (month: string, by: number): string => monthOf(shiftMonths(`${month}-01`, by));

/** Number of days after Monday. */
const dayOfWeek = (date: string): number => (toLocalNoon(date).getDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;

/** Lists the weeks of a month, Monday first, including days of adjacent months. */
export const listWeeks = (month: string): (readonly string[])[] => {
  const begin = `${month}-01`;
  const monday = shift(begin, { days: -dayOfWeek(begin) });
  const weeks: string[][] = [];
  for (let from = monday; from < `${addMonths(month, 1)}-01`; from = shift(from, { days: DAYS_PER_WEEK })) {
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, index) => shift(from, { days: index })));
  }
  return weeks;
};

const keyMoves: Readonly<Record<string, (date: string, months: number) => string>> = {
  ArrowLeft: (date) => shift(date, { days: -1 }),
  ArrowRight: (date) => shift(date, { days: 1 }),
  ArrowUp: (date) => shift(date, { days: -DAYS_PER_WEEK }),
  ArrowDown: (date) => shift(date, { days: DAYS_PER_WEEK }),
  Home: (date) => shift(date, { days: -dayOfWeek(date) }),
  End: (date) => shift(date, { days: DAYS_PER_WEEK - 1 - dayOfWeek(date) }),
  PageUp: (date, months) => shiftMonths(date, -months),
  PageDown: shiftMonths,
};

/** Returns the day to which a key moves, as in the ARIA date grid pattern; null for other keys. Shift+Page moves by a year. */
export const moveDateByKey = (date: string, key: string, hasShift: boolean): string | null =>
  keyMoves[key]?.(date, hasShift ? 12 : 1) ?? null;
