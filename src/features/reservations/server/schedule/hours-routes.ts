import { studioEndpoints } from '#core/content/contract/studio.ts';
import { addDays, isoWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { findDaySlots } from './hours.ts';

export const hoursRoutes: readonly Route[] = [
  defineRoute(studioEndpoints.hours, async ({ now }, { db }) => {
    const dates = Array.from({ length: 7 }, (_day, index) => addDays(seoulDate(now), index + 1));
    const daySlots = await findDaySlots(db, dates[0] ?? '', dates.at(-1) ?? '');
    return dates
      .map((date) => ({ weekday: isoWeekday(date), slots: daySlots(date) }))
      .toSorted((one, other) => one.weekday - other.weekday);
  }),
];
