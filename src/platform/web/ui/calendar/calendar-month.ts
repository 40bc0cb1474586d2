const DAYS_PER_WEEK = 7;

/** Returns the month of a date: `2026-12` for `2026-12-24`. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** In UTC, whose days all have 24 hours. */
const shift = (date: string, { months = 0, days = 0 }): string => {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + months, moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
};

/** The same day in another month, or that month's last day when it has no such day. */
const shiftMonths = (date: string, months: number): string => {
  const begin = shift(`${monthOf(date)}-01`, { months });
  const same = begin.slice(0, 8) + date.slice(8);
  const last = shift(shift(begin, { months: 1 }), { days: -1 });
  return same < last ? same : last;
};

export const addMonths = (month: string, by: number): string => monthOf(shiftMonths(`${month}-01`, by));

/** Days since Monday, 0 to 6. */
const dayOfWeek = (date: string): number =>
  (new Date(`${date}T00:00:00Z`).getUTCDay() + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;

/** The weeks of a month from Monday to Sunday, including days of the adjacent months. */
export const listWeeks = (month: string): (readonly string[])[] => {
  const begin = `${month}-01`;
  const monday = shift(begin, { days: -dayOfWeek(begin) });
  const end = shift(begin, { months: 1 });
  const weeks: string[][] = [];
  for (let from = monday; from < end; from = shift(from, { days: DAYS_PER_WEEK })) {
    weeks.push(Array.from({ length: DAYS_PER_WEEK }, (_, index) => shift(from, { days: index })));
  }
  return weeks;
};

/** With fewer days left in a month, the next month is usually shown with it. */
const MIN_DAYS_LEFT = 7;

/** The month, and the next one too when few days of the month are left from `firstDate` on, unless it is after the month of `lastDate`. */
export const listShownMonths = (month: string, firstDate: string, lastDate: string): readonly string[] => {
  const left = listWeeks(month)
    .flat()
    .filter((day) => monthOf(day) === month && day >= firstDate);
  const next = addMonths(month, 1);
  return left.length < MIN_DAYS_LEFT && next <= monthOf(lastDate) ? [month, next] : [month];
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

/**
 * The date that an arrow, Home, End or Page key moves to, as in an ARIA grid; null for other keys. With Shift, Page Up and Page
 * Down move by a year.
 */
export const moveDateByKey = (date: string, key: string, hasShift: boolean): string | null =>
  keyMoves[key]?.(date, hasShift ? 12 : 1) ?? null;
