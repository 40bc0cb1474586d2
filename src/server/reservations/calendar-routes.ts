import { refuse } from '#contract/errors.ts';
import { maskName } from '#contract/mask-name.ts';
import { scheduleEndpoints as endpoints } from '#contract/schedule.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { changeBy } from '#server/http/record-audit.ts';
import { createFeed, feedUrl, findFeedRows, findLiveFeed, isFeedFile, revokeFeed } from './calendar-feed.ts';
import type { CalendarRow } from './calendar-feed.ts';
import { bookingFields, writeCalendar } from './calendar-file.ts';
import type { CalendarEvent } from './calendar-file.ts';
import type { AdminRow } from './present-reservation.ts';

/** With the name masked and no phone number: whoever has the address reads it, and calendars keep it on servers of their own. */
const toEvent = (row: CalendarRow & AdminRow, publicUrl: string): CalendarEvent => ({
  ...bookingFields(row, publicUrl),
  summary: `${maskName(row.memberName)} · ${shootTypeLabels[row.reservation.shootType]}`,
  description: `예약 번호 ${row.reservation.code}`,
  location: '',
  isCancelled: false,
});

/** The latest change, so that an unchanged calendar gives the same bytes. */
const lastChange = (events: readonly CalendarEvent[]): Date =>
  new Date(Math.max(0, ...events.map(({ changedAt }) => changedAt.getTime())));

export const calendarRoutes: readonly Implementation[] = [
  implement(endpoints.calendarFeed, async (_, deps) => {
    const feed = await findLiveFeed(deps.db);
    return feed === null
      ? { url: null, createdAt: null }
      : { url: feedUrl(deps, feed), createdAt: feed.createdAt.toISOString() };
  }),

  implement(endpoints.createCalendarFeed, async (asked, deps) => {
    const feed = await createFeed(deps.db, changeBy(asked, deps));
    return { url: feedUrl(deps, feed), createdAt: feed.createdAt.toISOString() };
  }),

  implement(endpoints.revokeCalendarFeed, async (asked, deps) => {
    await revokeFeed(deps.db, changeBy(asked, deps));
    return undefined;
  }),

  implement(endpoints.readCalendarFeed, async ({ params, setHeader }, deps) => {
    if (!(await isFeedFile(deps, params.file))) throw refuse('NOT_FOUND');
    const rows = await findFeedRows(deps.db, deps.clock.now());
    setHeader('cache-control', 'private, no-cache');
    const { publicUrl, studio } = deps.settings;
    const events = rows.map((row) => toEvent(row, publicUrl));
    return writeCalendar({ name: `${studio.name} 예약`, events, now: lastChange(events) });
  }),
];
