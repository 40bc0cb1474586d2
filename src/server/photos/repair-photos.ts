import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { PhotoFaults } from './find-faults.ts';

// Of so few photos all may be broken.
const FEW = 5;

/** What a repair would do to most of the site comes from a wrong folder, bucket or database, not from broken files. */
export const isSuspicious = ({ photos: count, files, broken, strangers, young }: PhotoFaults): boolean =>
  (broken.length > FEW && broken.length * 2 > count) || strangers.length > files - strangers.length - young;

const removeStranger = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  key: string,
  seenAt: Date,
): Promise<boolean> => {
  // Put again since, or published under the same name: then it has an owner.
  const found = await storage.stat(key);
  if (found === null || found.changedAt > seenAt) return false;
  const [owner] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.savedFileName, key.replace(/(-\d+)?\.\w+$/, '')))
    .limit(1);
  if (owner !== undefined) return false;
  await storage.delete(key);
  return true;
};

/** Hides photos with lost or broken files, shows those that are whole again, and deletes what belongs to nothing. */
export const repairPhotos = async (
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  { broken, healed, unrecorded, strangers }: PhotoFaults,
  /** When the faults began to be looked for. */
  seenAt: Date,
): Promise<{ removed: number }> => {
  for (const { savedFileName, checksums } of unrecorded) {
    await db
      .update(photos)
      .set({ checksums })
      .where(and(eq(photos.savedFileName, savedFileName), isNull(photos.checksums)));
  }
  if (broken.length > 0) {
    const isBroken = and(inArray(photos.savedFileName, broken), isNull(photos.damagedAt));
    await db.update(photos).set({ damagedAt: clock.now() }).where(isBroken);
  }
  if (healed.length > 0) {
    const isHealed = and(inArray(photos.savedFileName, healed), isNotNull(photos.damagedAt));
    await db.update(photos).set({ damagedAt: null }).where(isHealed);
  }
  let removed = 0;
  for (const key of strangers) if (await removeStranger({ db, storage }, key, seenAt)) removed += 1;
  return { removed };
};
