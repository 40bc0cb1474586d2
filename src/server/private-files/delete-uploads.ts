import { eq } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { uploadIntents } from '#server/db/schema.ts';
import { enqueueDeletions } from '#server/photos/storage/file-deletions.ts';

/** Deletes the uploads of an account, and their files when no URL accepts one any more. */
export const deleteUploads = async (tx: Tx, memberId: string): Promise<void> => {
  const uploads = await tx
    .delete(uploadIntents)
    .where(eq(uploadIntents.memberId, memberId))
    .returning({ key: uploadIntents.stagingKey, expiresAt: uploadIntents.expiresAt });
  for (const { key, expiresAt } of uploads) await enqueueDeletions(tx, [key], expiresAt);
};
