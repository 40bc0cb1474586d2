import { and, eq, gt, isNull } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { MAX_LOOSE_PICTURES } from '#contract/members/private-files.ts';
import type { Tx } from '#server/db/database.ts';
import { privateFiles } from '#server/db/files-schema.ts';
import { uploadIntents } from '#server/db/schema.ts';

/** Throws TOO_MANY_PICTURES when the member can add no picture. The caller holds the lock on the member's row. */
export const assertPictureLimit = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const isUnlinked = and(eq(privateFiles.memberId, memberId), isNull(privateFiles.reservationId));
  const isOpen = and(
    eq(uploadIntents.memberId, memberId),
    uploadIntents.isPrivate,
    gt(uploadIntents.expiresAt, now),
  );
  const count = (await tx.$count(privateFiles, isUnlinked)) + (await tx.$count(uploadIntents, isOpen));
  if (count >= MAX_LOOSE_PICTURES) throw appError('TOO_MANY_PICTURES');
};
