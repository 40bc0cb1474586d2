import { and, inArray, isNull, lte, or } from 'drizzle-orm';
import { privateFiles } from '#server/db/files-schema.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueDeletions } from '#server/photos/storage/enqueue-deletions.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 100;

/** Deletes pictures whose member or reservation is gone, and those that no reservation took within a day. */
export const expirePrivateFiles = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> => {
  for (let count = BATCH_SIZE; count === BATCH_SIZE && !signal.aborted;) {
    const now = clock.now();
    count = await db.transaction(async (tx) => {
      const isUnused = and(
        isNull(privateFiles.reservationId),
        lte(privateFiles.createdAt, new Date(now.getTime() - DAY_MS)),
      );
      const due = tx
        .select({ id: privateFiles.id })
        .from(privateFiles)
        .where(or(isNull(privateFiles.memberId), isUnused))
        .limit(BATCH_SIZE)
        .for('update', { skipLocked: true });
      const gone = await tx
        .delete(privateFiles)
        .where(inArray(privateFiles.id, due))
        .returning({ key: privateFiles.key });
      await enqueueDeletions(
        tx,
        gone.map(({ key }) => key),
        now,
      );
      return gone.length;
    });
  }
};
