import { toDateString, toLocalNoon } from './calendar-date.ts';

const WEEK = 7;

/** `2026-12` of `2026-12-24`. */
export const monthOf = (date: string): string => date.slice(0, 7);

const shift = (date: string, { months = 0, days = 0 }: { months?: number; days?: number }): string => {
  const moved = toLocalNoon(date);
  moved.setMonth(moved.getMonth() + months, moved.getDate() + days);
  return toDateString(moved);
};

/** The same day of another month; its last where it has no such day. */
const shiftMonths = (date: string, months: number): string => {
  const begin = shift(`${monthOf(date)}-01`, { months });
  const same = begin.slice(0, 8) + date.slice(8);
  const last = shift(shift(begin, { months: 1 }), { days: -1 });
  return same < last ? same : last;
};

export const turnMonth = (month: string, by: number): string => monthOf(shiftMonths(`${month}-01`, by));

/** How many days after Monday it is. */
const dayOfWeek = (date: string): number => (toLocalNoon(date).getDay() + WEEK - 1) % WEEK;

/** The weeks of a month, Monday first; whole, so with some days of the months beside it. */
export const listWeeks = (month: string): (readonly string[])[] => {
  const begin = `${month}-01`;
  const monday = shift(begin, { days: -dayOfWeek(begin) });
  const weeks: string[][] = [];
  for (let from = monday; from < `${turnMonth(month, 1)}-01`; from = shift(from, { days: WEEK })) {
    weeks.push(Array.from({ length: WEEK }, (_, index) => shift(from, { days: index })));
  }
  return weeks;
};

/** Where a key leads from a day, as in every grid of days; null for keys that lead nowhere. */
export const stepByKey = (date: string, key: string, hasShift: boolean): string | null => {
  const months = hasShift ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return shift(date, { days: -1 });
    case 'ArrowRight':
      return shift(date, { days: 1 });
    case 'ArrowUp':
      return shift(date, { days: -WEEK });
    case 'ArrowDown':
      return shift(date, { days: WEEK });
    case 'Home':
      return shift(date, { days: -dayOfWeek(date) });
    case 'End':
      return shift(date, { days: WEEK - 1 - dayOfWeek(date) });
    case 'PageUp':
      return shiftMonths(date, -months);
    case 'PageDown':
      return shiftMonths(date, months);
    default:
      return null;
  }
};
