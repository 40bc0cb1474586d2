import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Storage } from '#server/ports/storage/storage.ts';
import { checksumOf } from '#server/checksum.ts';
import { isNameOf } from './derive-photo.ts';
import { findStrangers } from './find-strangers.ts';
import { keysOf } from './renditions.ts';

type Row = Pick<typeof photos.$inferSelect, 'savedFileName' | 'widths' | 'checksums' | 'damagedAt'>;

export interface PhotoFaults {
  /** A photo in two categories counts once. */
  readonly photos: number;
  readonly files: number;
  /** Keys missing in the store, of photos that are shown. */
  readonly missing: string[];
  /** Keys whose checksum differs; a photo without checksums is named as a whole. */
  readonly corrupt: string[];
  readonly strangers: string[];
  /** Files that may belong to an upload in progress. */
  readonly young: number;
  /** Names of shown photos with missing or corrupt files. */
  readonly broken: string[];
  /** Names of hidden photos that are still broken. */
  readonly hidden: string[];
  /** Names of hidden photos whose files are complete again. */
  readonly healed: string[];
  /** Complete photos without recorded checksums. */
  readonly unrecorded: { readonly savedFileName: string; readonly checksums: string[] }[];
}

const NAMES_AT_ONCE = 100;
// Hides the latency of a distant store; a photo's files are some megabytes.
const PHOTOS_AT_ONCE = 6;

interface Photo {
  readonly rows: readonly Row[];
  /** The row with checksums, if there is one. */
  readonly first: Row;
}

/** Photos in the order of their names, in batches of `PHOTOS_AT_ONCE`. */
async function* groupByName(db: Db): AsyncIterable<Photo[]> {
  const { savedFileName, widths, checksums, damagedAt } = photos;
  let last = '';
  for (;;) {
    const names = await db
      .selectDistinct({ name: savedFileName })
      .from(photos)
      .where(gt(savedFileName, last))
      .orderBy(asc(savedFileName))
      .limit(NAMES_AT_ONCE);
    const all = names.map(({ name }) => name);
    const rows: Row[] = await db
      .select({ savedFileName, widths, checksums, damagedAt })
      .from(photos)
      .where(inArray(savedFileName, all));
    const found = all.flatMap((name) => {
      const own = rows.filter((row) => row.savedFileName === name);
      const first = own.find((row) => row.checksums !== null) ?? own[0];
      return first === undefined ? [] : [{ rows: own, first }];
    });
    for (let start = 0; start < found.length; start += PHOTOS_AT_ONCE) {
      yield found.slice(start, start + PHOTOS_AT_ONCE);
    }
    if (all.length < NAMES_AT_ONCE) return;
    last = all.at(-1) ?? last;
  }
}

/** In the order of the keys; null when there is no file. */
const readChecksums = (storage: Storage, keys: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(
    keys.map(async (key) => {
      const bytes = await storage.read(key);
      return bytes === null ? null : checksumOf(bytes);
    }),
  );

/** The name of a photo older than checksums is the hash of its files. */
const isWhole = async (storage: Storage, { savedFileName, widths }: Row): Promise<boolean> =>
  isNameOf(savedFileName, widths, async (key) => (await storage.read(key)) ?? new Uint8Array());

const inspect = async (
  storage: Storage,
  row: Row,
): Promise<{ missing: string[]; corrupt: string[]; found: string[] }> => {
  const keys = keysOf(row);
  const found = await readChecksums(storage, keys);
  const missing = keys.filter((_, index) => found[index] === null);
  const whole = found.filter((checksum) => checksum !== null);
  if (row.checksums !== null) {
    const { checksums } = row;
    const corrupt = keys.filter((_, index) => found[index] !== null && found[index] !== checksums[index]);
    return { missing, corrupt, found: whole };
  }
  const isJudged = missing.length > 0 || (await isWhole(storage, row));
  return { missing, corrupt: isJudged ? [] : [`${row.savedFileName}.*`], found: whole };
};

const stillHangs = async (db: Db, name: string): Promise<boolean> =>
  (await db.select({ id: photos.id }).from(photos).where(eq(photos.savedFileName, name)).limit(1)).length > 0;

type PhotoByPhoto = Pick<PhotoFaults, 'missing' | 'corrupt' | 'broken' | 'hidden' | 'healed' | 'unrecorded'>;
const noFaults = { missing: [], corrupt: [], broken: [], hidden: [], healed: [], unrecorded: [] };

const judge = async (db: Db, storage: Storage, { rows, first }: Photo): Promise<PhotoByPhoto> => {
  const { savedFileName } = first;
  const { missing, corrupt, found } = await inspect(storage, first);
  if (missing.length + corrupt.length === 0) {
    const isUnrecorded = rows.some(({ checksums }) => checksums === null);
    return {
      ...noFaults,
      healed: rows.some(({ damagedAt }) => damagedAt !== null) ? [savedFileName] : [],
      unrecorded: isUnrecorded ? [{ savedFileName, checksums: found }] : [],
    };
  }
  if (rows.every(({ damagedAt }) => damagedAt !== null)) return { ...noFaults, hidden: [savedFileName] };
  // It may have been purged meanwhile, with its files.
  if (!(await stillHangs(db, savedFileName))) return noFaults;
  return { ...noFaults, missing, corrupt, broken: [savedFileName] };
};

/**
 * Compares the store with the database while the site runs. The store is listed before the rows are read, so that whatever
 * is published in between has a row.
 */
export const findFaults = async ({
  db,
  storage,
  clock,
}: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<PhotoFaults> => {
  const unclaimed = new Map<string, Date>();
  for await (const { key, changedAt } of storage.list()) unclaimed.set(key, changedAt);
  const files = unclaimed.size;
  const judged: PhotoByPhoto[] = [];
  for await (const some of groupByName(db)) {
    for (const { first } of some) for (const key of keysOf(first)) unclaimed.delete(key);
    judged.push(...(await Promise.all(some.map((photo) => judge(db, storage, photo)))));
  }
  return {
    photos: judged.length,
    files,
    missing: judged.flatMap(({ missing }) => missing),
    corrupt: judged.flatMap(({ corrupt }) => corrupt),
    broken: judged.flatMap(({ broken }) => broken),
    hidden: judged.flatMap(({ hidden }) => hidden),
    healed: judged.flatMap(({ healed }) => healed),
    unrecorded: judged.flatMap(({ unrecorded }) => unrecorded),
    ...(await findStrangers(db, unclaimed, clock.now())),
  };
};
