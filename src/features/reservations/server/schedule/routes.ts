import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { appError } from '#platform/contract/errors.ts';
import { findHoliday } from '#platform/contract/holidays.ts';
import { addDays, isoWeekday, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { isPastSlot } from '../../contract/bookable-dates.ts';
import { scheduleEndpoints as endpoints, type Closure, type ScheduleDay } from '../../contract/schedule.ts';
import { SLOT_MESSAGE, overlaps, sortSlots, type Slot } from '../../contract/slots.ts';
import { readChangePolicy, type ChangePolicy } from '../changes/change-deadline.ts';
import { presentAdminReservation, dataSubjectOf, type AdminReservationRow } from '../present-reservation.ts';
import type { SlotOfDay } from '../tables.ts';
import { blockRange, blockTime, rangeOf, unblockRange, unblockTime, type SlotInput } from './block-range.ts';
import { findHoursConflicts } from './change-hours.ts';
import { createClosure, deleteClosure } from './closures.ts';
import { assertSlotsKnown, datesOf, findDaySlots } from './hours.ts';
import {
  findCancelledSlots,
  findBlockedSlots,
  findMonthClaims,
  findClosures,
  findConflicts,
  type ClaimRow,
  type ClosureRow,
} from './queries.ts';

/**
 * The slots that a day offers, except those that overlap a claim of another slot, and the claimed slots, except blocks that overlap
 * no offered slot.
 */
const slotsOf = (offered: readonly Slot[], claims: readonly ClaimRow[]): Slot[] =>
  sortSlots([
    ...claims
      .filter(({ kind, slot }) => kind !== 'BLOCKED' || offered.some((value) => overlaps(slot, value)))
      .map(({ slot }) => slot),
    ...offered.filter((value) => !claims.some(({ slot }) => overlaps(slot, value))),
  ]);

const presentMonth = (
  dates: readonly string[],
  daySlots: (date: string) => Slot[],
  claims: readonly ClaimRow[],
  cancelled: readonly SlotOfDay[],
  policy: ChangePolicy,
): ScheduleDay[] =>
  dates.map((date) => {
    const claimsOfDay = claims.filter((claim) => claim.date === date);
    return {
      date,
      holiday: findHoliday(date),
      slots: slotsOf(daySlots(date), claimsOfDay).map((time) => {
        const claim = claimsOfDay.find(({ slot }) => slot === time);
        const {
          kind = 'FREE',
          reservation = null,
          memberName = '',
          closureId = null,
          note = '',
        } = claim ?? {};
        return {
          time,
          isPast: isPastSlot(date, time, policy.now),
          state: kind,
          reservation: reservation && presentAdminReservation({ reservation, memberName }, policy),
          isCancelled: claim === undefined && cancelled.some((one) => one.date === date && one.slot === time),
          closureId,
          note,
        };
      }),
    };
  });

const presentClosure = ({ materializedUntil: _, createdAt: __, ...closure }: ClosureRow): Closure => closure;

/** Throws INVALID_INPUT unless both date and slot are given. */
const requireSlot = ({ date, timeSlot }: Partial<SlotInput>): SlotInput => {
  const fields: Record<string, string> = {};
  if (date === undefined) fields.date = '날짜를 확인해 주세요.';
  if (timeSlot === undefined) fields.timeSlot = SLOT_MESSAGE;
  if (date === undefined || timeSlot === undefined) throw appError('INVALID_INPUT', { fields });
  return { date, timeSlot };
};

const presentReservations = async (
  deps: Deps,
  request: AuditContext,
  rows: readonly AdminReservationRow[],
) => {
  await recordPersonalDataAccess(deps, request, 'VIEW_SCHEDULE', rows.map(dataSubjectOf));
  const policy = await readChangePolicy(deps);
  return rows.map((row) => presentAdminReservation(row, policy));
};

export const scheduleRoutes: readonly Route[] = [
  defineRoute(studioEndpoints.hours, async ({ now }, { db }) => {
    const dates = Array.from({ length: 7 }, (_day, index) => addDays(seoulDate(now), index + 1));
    const daySlots = await findDaySlots(db, dates[0] ?? '', dates.at(-1) ?? '');
    return dates
      .map((date) => ({ weekday: isoWeekday(date), slots: daySlots(date) }))
      .toSorted((one, other) => one.weekday - other.weekday);
  }),

  defineRoute(endpoints.findHoursConflicts, async (request, deps) =>
    presentReservations(deps, request, await findHoursConflicts(deps.db, request.body)),
  ),

  defineRoute(endpoints.blockedTimes, ({ query: { date } }, { db }) => findBlockedSlots(db, date)),

  defineRoute(endpoints.blockTime, async (request, deps) => {
    await assertSlotsKnown(deps.db, rangeOf(request.body), 'timeSlot');
    await blockTime(deps.db, request.body, request.audit);
    return request.body;
  }),

  defineRoute(endpoints.unblockTime, async (request, deps) => {
    const slot = requireSlot(request.body ?? request.query);
    await assertSlotsKnown(deps.db, rangeOf(slot), 'timeSlot');
    await unblockTime(deps.db, slot, request.audit);
  }),

  defineRoute(endpoints.schedule, async (request, deps) => {
    const { month } = request.query;
    const policy = await readChangePolicy(deps);
    const claims = await findMonthClaims(deps.db, month, policy.now);
    const subjects = claims.flatMap(({ reservation }) => (reservation ? dataSubjectOf({ reservation }) : []));
    await recordPersonalDataAccess(deps, request, 'VIEW_SCHEDULE', subjects);
    const dates = datesOf(month);
    const daySlots = await findDaySlots(deps.db, dates[0] ?? month, dates.at(-1) ?? month);
    return presentMonth(dates, daySlots, claims, await findCancelledSlots(deps.db, month), policy);
  }),

  defineRoute(endpoints.findConflicts, async (request, deps) => {
    await assertSlotsKnown(deps.db, request.query, 'timeSlots');
    return presentReservations(deps, request, await findConflicts(deps.db, request.query));
  }),

  defineRoute(endpoints.blockRange, async (request, deps) => {
    await assertSlotsKnown(deps.db, request.body, 'timeSlots');
    const { changed, conflicts } = await blockRange(deps.db, request.body, request.audit);
    const collisions = await presentReservations(deps, request, conflicts);
    return { changed, collisions, blockedAt: request.audit.now.toISOString() };
  }),

  defineRoute(endpoints.unblockRange, async (request, deps) => {
    await assertSlotsKnown(deps.db, request.body, 'timeSlots');
    return { changed: await unblockRange(deps.db, request.body, request.audit) };
  }),

  defineRoute(endpoints.listClosures, async (_, { db }) => (await findClosures(db)).map(presentClosure)),

  defineRoute(endpoints.createClosure, async (request, deps) => {
    const { from, until, weekday, timeSlots } = request.body;
    const year = addDays(from, 365);
    const to = until === null || until > year ? year : until;
    await assertSlotsKnown(deps.db, { from, to, weekday, timeSlots }, 'timeSlots');
    const { closure, changed, conflicts } = await createClosure(deps.db, request.body, request.audit);
    const collisions = await presentReservations(deps, request, conflicts);
    return { closure: presentClosure(closure), changed, collisions };
  }),

  defineRoute(endpoints.deleteClosure, (request, deps) =>
    deleteClosure(deps.db, request.params.id, request.audit),
  ),
];
