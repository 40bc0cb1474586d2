import { refuse } from '#contract/errors.ts';
import { reservationMessages } from '#contract/reservations.ts';
import { scheduleEndpoints as endpoints } from '#contract/schedule.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { blockTime, unblockTime } from './block-time.ts';
import type { BlockedTime } from './block-time.ts';
import * as queries from './queries.ts';

/** The two values come in the body or in the query; one of both must hold them. */
const requireTarget = ({ date, timeSlot }: Partial<BlockedTime>): BlockedTime => {
  const fields: Record<string, string> = {};
  if (date === undefined) fields.date = '날짜를 확인해 주세요.';
  if (timeSlot === undefined) fields.timeSlot = reservationMessages.time;
  if (date === undefined || timeSlot === undefined) throw refuse('INVALID_INPUT', { fields });
  return { date, timeSlot };
};

/** The studio's calendar. */
export const scheduleRoutes: readonly Implementation[] = [
  implement(endpoints.blockedTimes, async ({ query: { date } }, { db }) => {
    const blocked = await queries.findBlockedSlots(db, date);
    return blocked.map((timeSlot) => ({ date, timeSlot }));
  }),

  implement(endpoints.blockTime, async ({ body }, { db, clock }) => {
    await blockTime(db, body, clock.now());
    return body;
  }),

  implement(endpoints.unblockTime, async ({ query, body }, { db }) => {
    await unblockTime(db, requireTarget(body ?? query));
    return undefined;
  }),
];
