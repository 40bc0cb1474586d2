import { refuse } from '#contract/errors.ts';
import { SLOT_MESSAGE } from '#contract/slots.ts';
import { scheduleEndpoints as endpoints } from '#contract/schedule.ts';
import type { Deps } from '#server/deps.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { recordAccess } from '#server/http/record-access.ts';
import type { Asking } from '#server/http/record-access.ts';
import { changeBy } from '#server/http/record-audit.ts';
import { blockRange, unblockRange } from './block-range.ts';
import type { BlockOutcome } from './block-range.ts';
import { blockTime, unblockTime } from './block-time.ts';
import type { BlockedTime } from './block-time.ts';
import { changeTermsOf } from './change-window.ts';
import { createClosure } from './create-closure.ts';
import { deleteClosure } from './delete-closure.ts';
import { presentAdminReservation, subjectsOf } from './present-reservation.ts';
import type { AdminRow } from './present-reservation.ts';
import { presentClosure, presentMonth } from './present-schedule.ts';
import { findBlockedSlots, findClaims, findClosures, findCollisions } from './schedule-queries.ts';

/** The values come in the body or in the query. */
const requireTarget = ({ date, timeSlot }: Partial<BlockedTime>): BlockedTime => {
  const fields: Record<string, string> = {};
  if (date === undefined) fields.date = '날짜를 확인해 주세요.';
  if (timeSlot === undefined) fields.timeSlot = SLOT_MESSAGE;
  if (date === undefined || timeSlot === undefined) throw refuse('INVALID_INPUT', { fields });
  return { date, timeSlot };
};

const showBookings = async (deps: Deps, asked: Asking, rows: readonly AdminRow[]) => {
  await recordAccess(deps, asked, 'VIEW_SCHEDULE', subjectsOf(rows));
  const terms = changeTermsOf(deps);
  return rows.map((row) => presentAdminReservation(row, terms));
};

const showOutcome = async (deps: Deps, asked: Asking, { changed, collisions }: BlockOutcome) => ({
  changed,
  collisions: await showBookings(deps, asked, collisions),
});

export const scheduleRoutes: readonly Implementation[] = [
  implement(endpoints.blockedTimes, async ({ query: { date } }, { db }) => {
    const blocked = await findBlockedSlots(db, date);
    return blocked.map((timeSlot) => ({ date, timeSlot }));
  }),

  implement(endpoints.blockTime, async (asked, deps) => {
    await blockTime(deps.db, asked.body, changeBy(asked, deps));
    return asked.body;
  }),

  implement(endpoints.unblockTime, async (asked, deps) => {
    await unblockTime(deps.db, requireTarget(asked.body ?? asked.query), changeBy(asked, deps));
    return undefined;
  }),

  implement(endpoints.schedule, async (asked, deps) => {
    const { month } = asked.query;
    const terms = changeTermsOf(deps);
    const claims = await findClaims(deps.db, month, terms.now);
    const bookings = claims.flatMap(({ booking }) => booking ?? []);
    await recordAccess(deps, asked, 'VIEW_SCHEDULE', subjectsOf(bookings));
    return presentMonth(month, claims, terms);
  }),

  implement(endpoints.findCollisions, async (asked, deps) =>
    showBookings(deps, asked, await findCollisions(deps.db, asked.query)),
  ),

  implement(endpoints.blockRange, async (asked, deps) =>
    showOutcome(deps, asked, await blockRange(deps.db, asked.body, changeBy(asked, deps))),
  ),

  implement(endpoints.unblockRange, async (asked, deps) => ({
    changed: await unblockRange(deps.db, asked.body, changeBy(asked, deps)),
  })),

  implement(endpoints.listClosures, async (_, { db }) => (await findClosures(db)).map(presentClosure)),

  implement(endpoints.createClosure, async (asked, deps) => {
    const made = await createClosure(deps.db, asked.body, changeBy(asked, deps));
    return { closure: presentClosure(made.closure), ...(await showOutcome(deps, asked, made)) };
  }),

  implement(endpoints.deleteClosure, async (asked, deps) => {
    await deleteClosure(deps.db, asked.params.id, changeBy(asked, deps));
    return undefined;
  }),
];
