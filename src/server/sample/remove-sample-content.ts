import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { SampleContent } from '#contract/sample.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { members, photos, questions, sessions, socialIdentities } from '#server/db/schema.ts';
import { recordAudit } from '#server/http/audit-log.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import { withGalleryLock } from '#server/photos/gallery/gallery-lock.ts';
import { readSampleFileNames } from '#server/photos/load-sample-photos.ts';

const FOLDER = 'sample';

export const findSampleFileNames = () => readSampleFileNames(FOLDER);

const isPublishedSample = async () =>
  and(inArray(photos.savedFileName, await findSampleFileNames()), isNull(photos.deletedAt));

/** Matches authors of sample questions: they have no login id, no phone, no social login and no session. */
const isSampleAuthor = (db: Tx) => {
  const ownedBy = (table: typeof socialIdentities | typeof sessions) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(eq(table.memberId, members.id));
  return and(
    isNull(members.loginIdKey),
    isNull(members.phone),
    notExists(ownedBy(socialIdentities)),
    notExists(ownedBy(sessions)),
  );
};

export const countSampleContent = async (db: Db): Promise<SampleContent> => ({
  photos: await db.$count(photos, await isPublishedSample()),
  questions: await db.$count(
    questions,
    inArray(questions.memberId, db.select({ id: members.id }).from(members).where(isSampleAuthor(db))),
  ),
});

/** Deletes the sample photos and questions. They are never loaded again. */
export const removeSampleContent = async (db: Db, change: AuditContext): Promise<void> => {
  const isSamplePhoto = await isPublishedSample();
  await withGalleryLock(db, async (tx) => {
    await tx.update(photos).set({ deletedAt: change.now }).where(isSamplePhoto);
    await tx.delete(members).where(isSampleAuthor(tx));
    await recordAudit(tx, change, { action: 'REMOVE_SAMPLE_CONTENT', target: 'sample' });
  });
};
