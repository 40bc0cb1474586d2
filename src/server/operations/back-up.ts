import { createHmac } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checksumOf } from '#server/checksum.ts';
import { SettingsError } from '#server/env.ts';
import { syncPath } from '#server/write-synced.ts';
import type { Storage } from '#server/ports/storage/storage.ts';
import { digestDump } from './digest-dump.ts';
import { readDump } from './dump-file.ts';
import { DUMP, hashFile, MANIFEST, photoFile, SECRET, SUMS, writeFileSynced, writeSums } from './archive.ts';
import type { Manifest } from './archive.ts';

export interface BackupSource {
  /** Dumps the database to this file and answers its PostgreSQL version. */
  readonly dump: (file: string) => Promise<string>;
  readonly storage: Pick<Storage, 'list' | 'read'>;
  readonly authSecret: Uint8Array;
  /** Null when the secret is a setting. */
  readonly secretFile: string | null;
  readonly now: Date;
}

type FoundSums = Map<string, string>;

export const markSecret = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('sajingwan backup').digest('hex').slice(0, 16);

/** Copies photos that are not in `sums` yet; answers their bytes. Skips those deleted meanwhile. */
const copyPhotos = async ({ storage }: BackupSource, folder: string, sums: FoundSums): Promise<number> => {
  let total = 0;
  for await (const { key } of storage.list()) {
    const file = photoFile(key);
    const bytes = sums.has(file) ? null : await storage.read(key);
    if (bytes === null) continue;
    await writeFileSynced(join(folder, file), bytes);
    sums.set(file, checksumOf(bytes));
    total += bytes.byteLength;
  }
  return total;
};

const fill = async (source: BackupSource, folder: string): Promise<Manifest> => {
  const sums: FoundSums = new Map();
  // Copied before and after the dump, so that every photo in the database is there.
  let bytes = await copyPhotos(source, folder, sums);
  const databaseVersion = await source.dump(join(folder, DUMP));
  bytes += await copyPhotos(source, folder, sums);
  const photos = { count: sums.size, bytes };

  sums.set(DUMP, await hashFile(join(folder, DUMP)));
  if (source.secretFile !== null) {
    await writeFileSynced(join(folder, SECRET), source.secretFile);
    sums.set(SECRET, checksumOf(source.secretFile));
  }
  const text = writeSums(sums);
  await writeFileSynced(join(folder, SUMS), text);
  const manifest: Manifest = {
    backup: 1,
    createdAt: source.now.toISOString(),
    databaseVersion,
    database: await digestDump(readDump(join(folder, DUMP))),
    photos,
    secretMark: markSecret(source.authSecret),
    sums: checksumOf(text),
  };
  await writeFileSynced(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
};

/** Makes a backup in a new or empty folder, which gets its name when it is complete. */
export const backUp = async (source: BackupSource, folder: string): Promise<Manifest> => {
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0) throw new SettingsError(`빈 폴더가 아닙니다: ${folder}`);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await fill(source, draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await syncPath(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};
