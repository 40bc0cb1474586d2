import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { MAX_TRIES } from './claim-upload.ts';
import { queueDeletions } from './queue-deletions.ts';

const HOUR = 3_600_000;
/** Older uploads are given up in any state. */
const GIVEN_UP_AFTER = 12 * HOUR;
const DAY = 24 * HOUR;

export const BATCH = 500;

/** Failed, expired, or published long ago. */
const isOver = (now: Date): SQL | undefined => {
  const isOlder = (age: number) => lte(intents.createdAt, new Date(now.getTime() - age));
  const isHopeless = or(sql`${intents.tries} >= ${MAX_TRIES}`, isOlder(GIVEN_UP_AFTER));
  return or(
    and(eq(intents.state, 'ISSUED'), lte(intents.expiresAt, now), isOlder(HOUR)),
    and(eq(intents.state, 'UPLOADED'), lte(intents.leaseUntil, now), isHopeless),
    and(eq(intents.state, 'PUBLISHED'), isOlder(DAY)),
  );
};

/** Deletes finished uploads and queues their files for deletion. */
export const dropUploads = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  for (let count = BATCH; count === BATCH && !signal.aborted;) {
    const now = clock.now();
    count = await db.transaction(async (tx) => {
      // Skips rows that are being worked on.
      const due = tx
        .select({ id: intents.id })
        .from(intents)
        .where(isOver(now))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      const gone = await tx
        .delete(intents)
        .where(inArray(intents.id, due))
        .returning({ stagingKey: intents.stagingKey });
      await queueDeletions(
        tx,
        gone.map(({ stagingKey }) => stagingKey),
        now,
      );
      return gone.length;
    });
  }
};
