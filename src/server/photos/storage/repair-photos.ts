import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { IntegrityReport } from './check-integrity.ts';

// With so few photos, all may be broken.
const FEW = 5;

/** Whether so much is broken that folder, bucket or database are probably the wrong ones. */
export const isSuspicious = ({
  photos: count,
  files,
  broken,
  orphans,
  tooRecent,
}: IntegrityReport): boolean =>
  (broken.length > FEW && broken.length * 2 > count) || orphans.length > files - orphans.length - tooRecent;

const removeOrphan = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  key: string,
  seenAt: Date,
): Promise<boolean> => {
  // The file may have been stored again or published since.
  const found = await storage.stat(key);
  if (found === null || found.modifiedAt > seenAt) return false;
  const [owner] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.savedFileName, key.replace(/(-\d+)?\.\w+$/, '')))
    .limit(1);
  if (owner !== undefined) return false;
  await storage.delete(key);
  return true;
};

/** Hides broken photos, shows recovered ones again and deletes orphaned files. */
export const repairPhotos = async (
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  { broken, recovered, missingChecksums, orphans }: IntegrityReport,
  /** When the check started. */
  seenAt: Date,
): Promise<{ removed: number }> => {
  for (const { savedFileName, checksums } of missingChecksums) {
    await db
      .update(photos)
      .set({ checksums })
      .where(and(eq(photos.savedFileName, savedFileName), isNull(photos.checksums)));
  }
  if (broken.length > 0) {
    const isBroken = and(inArray(photos.savedFileName, broken), isNull(photos.damagedAt));
    await db.update(photos).set({ damagedAt: clock.now() }).where(isBroken);
  }
  if (recovered.length > 0) {
    const isHealed = and(inArray(photos.savedFileName, recovered), isNotNull(photos.damagedAt));
    await db.update(photos).set({ damagedAt: null }).where(isHealed);
  }
  let removed = 0;
  for (const key of orphans) if (await removeOrphan({ db, storage }, key, seenAt)) removed += 1;
  return { removed };
};
