import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BackupBucket } from '#server/ports/storage/backup-bucket.ts';
import { CHECKSUMS, MANIFEST, parseChecksums } from './backup-archive.ts';
import { isExpiredBackup, PREFIX } from './backup-folder.ts';

const UPLOAD_CONCURRENCY = 4;

/** Uploads all files of a backup under the name of its folder, the manifest last: a copy with a manifest is complete. */
const copyBackup = async (bucket: BackupBucket, folder: string): Promise<void> => {
  const name = basename(folder);
  const put = (file: string) => bucket.put(`${name}/${file}`, join(folder, file));
  const waiting = [...parseChecksums(await readFile(join(folder, CHECKSUMS), 'utf8')).keys(), CHECKSUMS];
  const work = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await put(file);
  };
  await Promise.all(Array.from({ length: UPLOAD_CONCURRENCY }, work));
  await put(MANIFEST);
};

const groupByBackup = async (bucket: BackupBucket): Promise<ReadonlyMap<string, readonly string[]>> => {
  const backups = new Map<string, string[]>();
  for await (const object of bucket.list(PREFIX)) {
    const [backup = ''] = object.split('/');
    backups.set(backup, [...(backups.get(backup) ?? []), object]);
  }
  return backups;
};

/** Copies a backup into the bucket unless it is there, and if `mayDelete`, deletes the copies that are too old. Rejects when one fails. */
export const copyToBucket = async (
  bucket: BackupBucket,
  folder: string,
  now: Date,
  mayDelete: boolean,
): Promise<void> => {
  const copies = await groupByBackup(bucket);
  const name = basename(folder);
  if (copies.get(name)?.includes(`${name}/${MANIFEST}`) !== true) await copyBackup(bucket, folder);
  if (!mayDelete) return;
  for (const [backup, objects] of copies)
    if (backup !== name && isExpiredBackup(backup, now))
      // The manifest first, so that what an interruption leaves is not taken for a backup.
      for (const object of objects.toSorted(
        (a, b) => Number(b.endsWith(MANIFEST)) - Number(a.endsWith(MANIFEST)),
      ))
        await bucket.delete(object);
};
