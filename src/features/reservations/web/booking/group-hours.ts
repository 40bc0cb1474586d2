import type { HoursContent } from '#core/content/contract/studio.ts';

const WEEKDAYS = '월화수목금토일';
export const EVERY_DAY = '매일';

interface DayGroup {
  /** `월–금`, `토`, `매일` */
  readonly days: string;
  readonly slots: readonly string[];
}

const nameDays = (first: number, last: number): string => {
  if (first === 1 && last === WEEKDAYS.length) return EVERY_DAY;
  const [from, to] = [WEEKDAYS.charAt(first - 1), WEEKDAYS.charAt(last - 1)];
  return first === last ? from : `${from}–${to}`;
};

/** Groups neighbouring weekdays that have the same slots. */
export const groupHours = (hours: HoursContent): DayGroup[] => {
  const groups: { first: number; last: number; slots: readonly string[] }[] = [];
  for (const { weekday, slots } of hours) {
    const group = groups.at(-1);
    if (group !== undefined && group.slots.join() === slots.join()) group.last = weekday;
    else groups.push({ first: weekday, last: weekday, slots });
  }
  return groups.map(({ first, last, slots }) => ({ days: nameDays(first, last), slots }));
};
