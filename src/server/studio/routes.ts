import { addDays, isoWeekday, seoulDate } from '#contract/seoul-time.ts';
import { studioEndpoints as endpoints } from '#contract/studio.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { findDaySlots } from '#server/reservations/hours/hours.ts';
import * as present from './present-content.ts';
import { readSection, readSections } from './read-sections.ts';

export const studioRoutes: readonly Route[] = [
  defineRoute(endpoints.studio, async (_, deps) => present.presentStudio(await readSections(deps.db), deps)),

  defineRoute(endpoints.home, async (_, deps) => present.presentHome(await readSections(deps.db), deps)),

  defineRoute(endpoints.introduce, async (_, deps) =>
    present.presentIntroduce(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.pages, (_, { db }) => readSection(db, 'pages')),

  defineRoute(endpoints.categories, async (_, { db }) => (await readSections(db)).categories),

  defineRoute(endpoints.packages, async (_, deps) =>
    present.presentPackages(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.notices, async (_, deps) =>
    present.presentNotices(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.hours, async ({ now }, { db }) => {
    const dates = Array.from({ length: 7 }, (_day, index) => addDays(seoulDate(now), index + 1));
    const daySlots = await findDaySlots(db, dates[0] ?? '', dates.at(-1) ?? '');
    return dates
      .map((date) => ({ weekday: isoWeekday(date), slots: daySlots(date) }))
      .toSorted((one, other) => one.weekday - other.weekday);
  }),

  defineRoute(endpoints.faq, async (_, { db }) => (await readSections(db)).faq),
];
