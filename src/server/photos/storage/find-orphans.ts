import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { privateFiles } from '#server/db/files-schema.ts';
import { fileDeletions, uploadIntents } from '#server/db/schema.ts';

const KEY_BATCH_SIZE = 100;
/** Minimum age of an unreferenced file to be reported as an orphan. */
const MIN_ORPHAN_AGE_MS = 3_600_000;

/** Files younger than the oldest upload in progress may belong to it. */
const oldestUpload = async (db: Db): Promise<Date | undefined> => {
  const [oldest] = await db
    .select({ at: uploadIntents.createdAt })
    .from(uploadIntents)
    .where(eq(uploadIntents.state, 'PROCESSING'))
    .orderBy(asc(uploadIntents.createdAt))
    .limit(1);
  return oldest?.at;
};

/** Finds keys that are queued for deletion or belong to an upload or a private file. */
const findReferenced = async (db: Db, keys: string[]): Promise<Set<string>> => {
  const [waiting, uploads, files] = await Promise.all([
    db.select({ key: fileDeletions.key }).from(fileDeletions).where(inArray(fileDeletions.key, keys)),
    db
      .select({ key: uploadIntents.stagingKey })
      .from(uploadIntents)
      .where(and(inArray(uploadIntents.stagingKey, keys), ne(uploadIntents.state, 'PUBLISHED'))),
    db.select({ key: privateFiles.key }).from(privateFiles).where(inArray(privateFiles.key, keys)),
  ]);
  return new Set([...waiting, ...uploads, ...files].map(({ key }) => key));
};

/** Finds keys that belong to no photo, private file, upload or pending deletion. */
export const findOrphans = async (
  db: Db,
  unclaimed: ReadonlyMap<string, Date>,
  now: Date,
): Promise<{ orphans: string[]; tooRecent: number }> => {
  const upload = (await oldestUpload(db))?.getTime() ?? Infinity;
  const before = Math.min(now.getTime() - MIN_ORPHAN_AGE_MS, upload);
  const old = [...unclaimed].filter(([, changedAt]) => changedAt.getTime() < before).map(([key]) => key);
  const orphans: string[] = [];
  for (let start = 0; start < old.length; start += KEY_BATCH_SIZE) {
    const some = old.slice(start, start + KEY_BATCH_SIZE);
    const claimed = await findReferenced(db, some);
    orphans.push(...some.filter((key) => !claimed.has(key)));
  }
  return { orphans: orphans.toSorted(), tooRecent: unclaimed.size - old.length };
};
