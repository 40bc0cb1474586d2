import type { ShootType } from '#core/content/contract/categories.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { findCategoryNames } from '#core/content/server/categories.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { appError } from '#platform/contract/errors.ts';
import { maskName } from '#platform/contract/text/mask-name.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { scheduleEndpoints as endpoints } from '../../contract/schedule.ts';
import {
  createFeed,
  findFeedRows,
  findActiveFeed,
  isFeedFile,
  presentFeed,
  revokeFeed,
  type FeedRow,
} from './calendar-feed.ts';
import { reservationFields, formatCalendar, type CalendarEvent } from './ical.ts';

/**
 * Masks the name and omits the phone number and the answers: anyone with the URL can read the feed, and calendar services store it on their
 * servers.
 */
const toEvent = (
  row: FeedRow,
  categoryNames: ReadonlyMap<ShootType, string>,
  publicUrl: string,
): CalendarEvent => ({
  ...reservationFields(row, publicUrl),
  summary: [
    maskName(row.memberName),
    categoryNames.get(row.reservation.shootType),
    ...(row.reservation.meetingKind === 'PHONE' ? ['전화 미팅'] : []),
  ].join(' · '),
  description: `예약 번호 ${row.reservation.code}`,
  location: '',
});

/** The time of the latest booking or change, so that an unchanged calendar gives identical bytes. */
const lastModified = (events: readonly CalendarEvent[]): Date =>
  new Date(Math.max(0, ...events.map(({ changedAt }) => changedAt.getTime())));

export const calendarRoutes: readonly Route[] = [
  defineRoute(endpoints.calendarFeed, async (_, deps) => {
    const feed = await findActiveFeed(deps.db);
    return feed === null ? { url: null, createdAt: null } : presentFeed(deps, feed);
  }),

  defineRoute(endpoints.createCalendarFeed, async (request, deps) =>
    presentFeed(deps, await createFeed(deps.db, request.audit)),
  ),

  defineRoute(endpoints.revokeCalendarFeed, (request, deps) => revokeFeed(deps.db, request.audit)),

  defineRoute(endpoints.readCalendarFeed, async ({ params, now, setHeader }, deps) => {
    if (!(await isFeedFile(deps, params.file))) throw appError('NOT_FOUND');
    const rows = await findFeedRows(deps.db, now);
    setHeader('cache-control', 'private, no-cache');
    const { publicUrl } = deps.env;
    const { name } = await readSection(deps.db, contentSections.identity);
    const categoryNames = await findCategoryNames(deps.db);
    const events = rows.map((row) => toEvent(row, categoryNames, publicUrl));
    return formatCalendar({ name: `${name} 예약`, events, now: lastModified(events) });
  }),
];
