import { createHmac } from 'node:crypto';
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { fsyncPath } from '#platform/server/files/write-durable.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import type { StoredBackup } from './backup-folder.ts';
import {
  DUMP,
  hashFile,
  MANIFEST,
  photoFile,
  SECRET,
  CHECKSUMS,
  writeFileDurably,
  formatChecksums,
  readChecksums,
  type Checksums,
  type Manifest,
} from './backup-format.ts';
import { checksumDump } from './dump-checksum.ts';
import { readDump } from './export-database.ts';

export interface BackupSource {
  /** Dumps the database to this file and returns its PostgreSQL version. */
  readonly dump: (file: string) => Promise<string>;
  readonly storage: Pick<Storage, 'list' | 'read'>;
  readonly authSecret: Uint8Array;
  /** Null when AUTH_SECRET is set. */
  readonly secretFile: string | null;
  readonly now: Date;
}

export const secretFingerprint = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('sajingwan backup').digest('hex').slice(0, 16);

/** An earlier backup whose photos are linked, where possible, instead of copied. */
interface EarlierBackup {
  readonly path: string;
  readonly sums: Checksums;
}

/**
 * What must be free before a scheduled backup begins: twice what it is expected to write, because the site needs space as well. Expected
 * are a dump of the size of the earlier one, if any, and the photos that the earlier backup lacks.
 */
export const findNeededBytes = async (
  earlier: StoredBackup | null,
  storage: Pick<Storage, 'list'>,
): Promise<number> => {
  const linked = earlier === null ? null : await readChecksums(earlier.path);
  let bytes = earlier?.dumpBytes ?? 0;
  for await (const photo of storage.list())
    if (linked?.has(photoFile(photo.key)) !== true) bytes += photo.bytes;
  return 2 * bytes;
};

/** Links a file of an earlier backup. False where that is not possible, such as on another disk or on one without hard links. */
const linkFile = async (from: string, to: string): Promise<boolean> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  return link(from, to).then(
    () => true,
    () => false,
  );
};

/**
 * Adds photos that are not in `sums` yet and returns their total bytes. A photo of the earlier backup is linked where possible, since
 * photos do not change under their key. Skips photos that cannot be linked and were deleted meanwhile.
 */
const addPhotos = async (
  { storage }: BackupSource,
  folder: string,
  sums: Map<string, string>,
  earlier: EarlierBackup | null,
): Promise<number> => {
  let total = 0;
  for await (const { key, bytes: size } of storage.list()) {
    const file = photoFile(key);
    if (sums.has(file)) continue;
    const known = earlier?.sums.get(file);
    if (
      earlier !== null &&
      known !== undefined &&
      (await linkFile(join(earlier.path, file), join(folder, file)))
    ) {
      sums.set(file, known);
      total += size;
      continue;
    }
    const bytes = await storage.read(key);
    if (bytes === null) continue;
    await writeFileDurably(join(folder, file), bytes);
    sums.set(file, sha256Hex(bytes));
    total += bytes.byteLength;
  }
  return total;
};

const writeArchive = async (
  source: BackupSource,
  folder: string,
  earlier: EarlierBackup | null,
): Promise<Manifest> => {
  const sums = new Map<string, string>();
  // Photos may be deleted or uploaded during the dump: the first call copies the former, the second the latter.
  let bytes = await addPhotos(source, folder, sums, earlier);
  const databaseVersion = await source.dump(join(folder, DUMP));
  bytes += await addPhotos(source, folder, sums, earlier);
  const photos = { count: sums.size, bytes };

  sums.set(DUMP, await hashFile(join(folder, DUMP)));
  if (source.secretFile !== null) {
    await writeFileDurably(join(folder, SECRET), source.secretFile);
    sums.set(SECRET, sha256Hex(source.secretFile));
  }
  const text = formatChecksums(sums);
  await writeFileDurably(join(folder, CHECKSUMS), text);
  const manifest: Manifest = {
    backup: 1,
    createdAt: source.now.toISOString(),
    databaseVersion,
    database: await checksumDump(readDump(join(folder, DUMP))),
    photos,
    secretMark: secretFingerprint(source.authSecret),
    sums: sha256Hex(text),
  };
  await writeFileDurably(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
};

/** Creates a backup in a new or empty folder, which gets its final name once it is complete. */
export const createBackup = async (
  source: BackupSource,
  folder: string,
  earlier: StoredBackup | null = null,
): Promise<Manifest> => {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0) throw new OperatorError(`빈 폴더가 아닙니다: ${folder}`);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const linked = earlier && { path: earlier.path, sums: await readChecksums(earlier.path) };
    const manifest = await writeArchive(source, draft, linked);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await fsyncPath(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};
