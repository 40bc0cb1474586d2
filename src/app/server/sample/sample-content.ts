import { sql, and, eq, inArray, isNull, notExists, notInArray } from 'drizzle-orm';
import { questions } from '#features/questions/server/tables.ts';
import { reservations } from '#features/reservations/server/tables.ts';
import { photos } from '#core/files/server/tables.ts';
import { members, sessions, socialIdentities } from '#core/auth/server/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import { loadSampleQuestions } from '#features/questions/server/load-sample-questions.ts';
import type { SampleContent } from '../../contract/sample.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { loadSamplePhotos, readSampleFileNames } from '#features/gallery/server/load-sample-photos.ts';
import { withGalleryLock } from '#core/files/server/photos/gallery-lock.ts';

/** Whether an id of the photos table was ever assigned, so that deleted sample photos are not loaded again. */
const hasEverHadPhotos = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  const { rows } = await db.execute<{ last: number | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence('photos', 'id')::regclass)::int as last`,
  );
  return (rows[0]?.last ?? null) !== null;
};

const isDatabaseEmpty = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  for (const table of [photos, questions, reservations]) if ((await db.$count(table)) > 0) return false;
  // The admin account may have been created earlier during this start.
  return (await db.$count(members)) <= 1;
};

export const loadSampleContent = async (deps: Deps): Promise<void> => {
  if ((await hasEverHadPhotos(deps)) || !(await isDatabaseEmpty(deps))) return;
  await loadSamplePhotos(deps, 'sample');
  await loadSampleQuestions(deps.db, deps.clock.now());
  deps.log.debug({ event: 'sample_content_loaded' });
};

const isPublishedSample = async () =>
  and(inArray(photos.savedFileName, await readSampleFileNames()), isNull(photos.deletedAt));

/** Matches members without a login id, phone, social login, session or reservation, as the authors of sample questions are. */
const isSampleAuthor = (db: Tx) => {
  const ownedBy = (table: typeof socialIdentities | typeof sessions | typeof reservations) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(eq(table.memberId, members.id));
  return and(
    isNull(members.loginIdKey),
    isNull(members.phone),
    notExists(ownedBy(socialIdentities)),
    notExists(ownedBy(sessions)),
    // The reservations of deleted accounts belong to one member, who matches all conditions above and must stay.
    notExists(ownedBy(reservations)),
  );
};

export const countSampleContent = async (db: Db): Promise<SampleContent> => ({
  photos: await db.$count(photos, await isPublishedSample()),
  questions: await db.$count(
    questions,
    inArray(questions.memberId, db.select({ id: members.id }).from(members).where(isSampleAuthor(db))),
  ),
});

/** Whether nobody has used the site yet: it has no reservations, and no members and photos but those of the sample. */
export const isUnused = async (db: Db): Promise<boolean> => {
  const otherPhotos = notInArray(photos.savedFileName, await readSampleFileNames());
  if ((await db.$count(reservations)) > 0 || (await db.$count(photos, otherPhotos)) > 0) return false;
  return (await db.$count(members)) === (await db.$count(members, isSampleAuthor(db)));
};

/** Deletes the sample photos, and the authors of the sample questions together with the questions. */
export const removeSampleContent = async (db: Db, change: AuditContext): Promise<void> => {
  const isSamplePhoto = await isPublishedSample();
  await withGalleryLock(db, async (tx) => {
    await tx.update(photos).set({ deletedAt: change.now }).where(isSamplePhoto);
    await tx.delete(members).where(isSampleAuthor(tx));
    await recordAudit(tx, change, { action: 'REMOVE_SAMPLE_CONTENT', target: 'sample' });
  });
};
