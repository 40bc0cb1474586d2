import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { scheduleEndpoints } from '#contract/schedule.ts';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { closures } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { BlockOutcome } from './block-range.ts';
import { fillClosures, fillHorizon } from './fill-closures.ts';
import { findCollisions } from './schedule-queries.ts';
import type { ClosureRow } from './schedule-queries.ts';

type ClosureDraft = BodyOf<typeof scheduleEndpoints.createClosure>;

/** Closes a weekday from now on. Bookings stay and are answered; a slot that one of them gives back is closed too. */
export const createClosure = async (
  db: Db,
  { weekday, timeSlots, from, until, note }: ClosureDraft,
  change: Change,
): Promise<BlockOutcome & { readonly closure: ClosureRow }> => {
  const { now } = change;
  if (from < seoulDate(now)) throw refuse('DATE_UNAVAILABLE');
  return retryTransaction(() =>
    db.transaction(async (tx) => {
      const [closure] = await tx
        .insert(closures)
        .values({
          weekday,
          slots: timeSlots,
          fromDate: from,
          untilDate: until,
          note,
          filledUntil: addDays(from, -1),
          createdAt: now,
        })
        .returning();
      if (closure === undefined) throw new Error('no closure was inserted');
      const changed = (await fillClosures(tx, now)).get(closure.id) ?? 0;
      await recordAudit(tx, change, {
        action: 'CREATE_CLOSURE',
        target: `closure:${closure.id}`,
        after: { weekday, timeSlots, from, until, changed },
      });
      const horizon = fillHorizon(now);
      const to = until === null || until > horizon ? horizon : until;
      const span = { from, to, timeSlots, weekday };
      const collisions = await findCollisions(tx, span);
      return { closure, changed, collisions };
    }),
  );
};
