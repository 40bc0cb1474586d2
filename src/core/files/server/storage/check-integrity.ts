import { and, asc, eq, gt, inArray, min, ne, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { keysOf } from '../renditions/rendition-sizes.ts';
import { privateFiles, fileDeletions, photos, uploadIntents } from '../tables.ts';

type Row = Pick<typeof photos.$inferSelect, 'savedFileName' | 'widths' | 'checksums' | 'damagedAt'>;

export interface IntegrityReport {
  /** Number of photos; copies are not counted. */
  readonly photos: number;
  readonly files: number;
  /** Keys of files that are missing in the store: private ones, and those of photos that no earlier repair hid. */
  readonly missing: string[];
  /** Keys of files of photos that no earlier repair hid, whose checksum is not the one in the database. */
  readonly corrupt: string[];
  readonly orphans: string[];
  /** Number of files of no photo that are too recent to be orphans: they may belong to an upload in progress. */
  readonly tooRecent: number;
  /** Names of photos that no earlier repair hid and that have missing or corrupt files. */
  readonly broken: string[];
  /** Names of photos that an earlier repair hid and that are still broken. */
  readonly hidden: string[];
  /** Names of photos that an earlier repair hid and whose files are complete again. */
  readonly recovered: string[];
}

const NAME_BATCH_SIZE = 100;
// How many photos are checked at once. This hides the latency of a remote store; more would need more memory, some megabytes each.
const PHOTO_CONCURRENCY = 6;

/** The rows of one photo, at least one. They have the same files. */
type Photo = readonly [Row, ...Row[]];

/** Yields photos ordered by name, in batches of at most `PHOTO_CONCURRENCY`. */
async function* groupByName(db: Db): AsyncIterable<Photo[]> {
  const { savedFileName, widths, checksums, damagedAt } = photos;
  let last = '';
  for (;;) {
    const names = await db
      .selectDistinct({ name: savedFileName })
      .from(photos)
      .where(gt(savedFileName, last))
      .orderBy(asc(savedFileName))
      .limit(NAME_BATCH_SIZE);
    const all = names.map(({ name }) => name);
    const rows: Row[] = await db
      .select({ savedFileName, widths, checksums, damagedAt })
      .from(photos)
      .where(inArray(savedFileName, all));
    const found = all.flatMap((name): Photo[] => {
      const [first, ...others] = rows.filter((row) => row.savedFileName === name);
      return first === undefined ? [] : [[first, ...others]];
    });
    for (let start = 0; start < found.length; start += PHOTO_CONCURRENCY) {
      yield found.slice(start, start + PHOTO_CONCURRENCY);
    }
    if (all.length < NAME_BATCH_SIZE) return;
    last = all.at(-1) ?? last;
  }
}

const inspect = async (storage: Storage, row: Row): Promise<{ missing: string[]; corrupt: string[] }> => {
  const keys = keysOf(row);
  const readChecksum = async (key: string): Promise<string | null> => {
    const bytes = await storage.read(key);
    return bytes === null ? null : sha256Hex(bytes);
  };
  const found = await Promise.all(keys.map(readChecksum));
  return {
    missing: keys.filter((_, index) => found[index] === null),
    corrupt: keys.filter((_, index) => found[index] !== null && found[index] !== row.checksums?.[index]),
  };
};

const hasPhoto = async (db: Db, name: string): Promise<boolean> =>
  (await db.$count(photos, eq(photos.savedFileName, name))) > 0;

type PhotoReport = Pick<IntegrityReport, 'missing' | 'corrupt' | 'broken' | 'hidden' | 'recovered'>;
const emptyReport = { missing: [], corrupt: [], broken: [], hidden: [], recovered: [] };

const checkPhoto = async (db: Db, storage: Storage, rows: Photo): Promise<PhotoReport> => {
  const [{ savedFileName }] = rows;
  const { missing, corrupt } = await inspect(storage, rows[0]);
  if (missing.length + corrupt.length === 0)
    return {
      ...emptyReport,
      recovered: rows.some(({ damagedAt }) => damagedAt !== null) ? [savedFileName] : [],
    };
  if (rows.every(({ damagedAt }) => damagedAt !== null)) return { ...emptyReport, hidden: [savedFileName] };
  // The photo may have been purged meanwhile, with its files.
  if (!(await hasPhoto(db, savedFileName))) return emptyReport;
  return { ...emptyReport, missing, corrupt, broken: [savedFileName] };
};

/** Finds the keys of private files that were not `listed` and are still missing in the store. */
const findMissingPrivateFiles = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  listed: ReadonlyMap<string, Date>,
): Promise<string[]> => {
  const missing: string[] = [];
  for (const { key } of await db.select({ key: privateFiles.key }).from(privateFiles)) {
    if (listed.has(key) || (await storage.stat(key)) !== null) continue;
    // The file may have been deleted meanwhile.
    if ((await db.$count(privateFiles, eq(privateFiles.key, key))) > 0) missing.push(key);
  }
  return missing.toSorted();
};

const KEY_BATCH_SIZE = 100;
/** Minimum age of an unreferenced file to be reported as an orphan. */
const MIN_ORPHAN_AGE_MS = 3_600_000;

/** Finds keys that are queued for deletion or belong to an unpublished upload or a private file. */
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

/** Finds old keys that belong to no photo, private file, unpublished upload or pending deletion. */
const findOrphans = async (
  db: Db,
  unclaimed: ReadonlyMap<string, Date>,
  now: Date,
): Promise<{ orphans: string[]; tooRecent: number }> => {
  const [oldest] = await db
    .select({ at: min(uploadIntents.createdAt) })
    .from(uploadIntents)
    .where(eq(uploadIntents.state, 'PROCESSING'));
  // Files younger than the oldest upload in progress may belong to an upload in progress.
  const before = Math.min(now.getTime() - MIN_ORPHAN_AGE_MS, oldest?.at?.getTime() ?? Infinity);
  const old = [...unclaimed].filter(([, changedAt]) => changedAt.getTime() < before).map(([key]) => key);
  const orphans: string[] = [];
  for (let start = 0; start < old.length; start += KEY_BATCH_SIZE) {
    const some = old.slice(start, start + KEY_BATCH_SIZE);
    const claimed = await findReferenced(db, some);
    orphans.push(...some.filter((key) => !claimed.has(key)));
  }
  return { orphans: orphans.toSorted(), tooRecent: unclaimed.size - old.length };
};

/**
 * Compares the store with the database; the site may run meanwhile. The store is listed before the rows are read, so that most photos
 * published in between are found among the rows.
 */
export const checkIntegrity = async ({
  db,
  storage,
  clock,
}: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<IntegrityReport> => {
  const unclaimed = new Map<string, Date>();
  for await (const { key, modifiedAt } of storage.list()) unclaimed.set(key, modifiedAt);
  const files = unclaimed.size;
  const reports: PhotoReport[] = [];
  for await (const some of groupByName(db)) {
    for (const [first] of some) for (const key of keysOf(first)) unclaimed.delete(key);
    reports.push(...(await Promise.all(some.map((photo) => checkPhoto(db, storage, photo)))));
  }
  return {
    photos: reports.length,
    files,
    missing: [
      ...reports.flatMap(({ missing }) => missing),
      ...(await findMissingPrivateFiles({ db, storage }, unclaimed)),
    ],
    corrupt: reports.flatMap(({ corrupt }) => corrupt),
    broken: reports.flatMap(({ broken }) => broken),
    hidden: reports.flatMap(({ hidden }) => hidden),
    recovered: reports.flatMap(({ recovered }) => recovered),
    ...(await findOrphans(db, unclaimed, clock.now())),
  };
};

// Up to this many broken photos are plausible, even if the site has no others.
const FEW = 5;

/** Whether so many photos are broken or files orphaned that folder, bucket or database are probably the wrong ones. */
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
  if (await hasPhoto(db, key.replace(/(-\d+)?\.\w+$/, ''))) return false;
  await storage.delete(key);
  return true;
};

/** Marks broken photos as damaged, which hides them, removes the mark from recovered ones, and deletes orphaned files. */
export const repairPhotos = async (
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  { broken, recovered, orphans }: IntegrityReport,
  /** When the check started. */
  seenAt: Date,
): Promise<{ removed: number }> => {
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
