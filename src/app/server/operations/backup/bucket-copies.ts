import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createConcurrencyLimiter } from '#platform/server/async/concurrency-limiter.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import type { BackupBucket, BackupBucketConfig } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import { isExpiredBackup, PREFIX } from './backup-folder.ts';
import { CHECKSUMS, isPhotoFile, MANIFEST, readChecksums, type Checksums } from './backup-format.ts';

/*
 * In the bucket a backup is a folder without its photos. These are stored once for all backups, under the SHA-256 that the backups'
 * `SHA256SUMS` name. Copies by earlier versions of this program contain their photos.
 */

const PHOTOS = `${PREFIX}photos`;
const CONCURRENCY = 4;

/** The S3 client is loaded only for a bucket. */
export const openBackupBucket = async (config: BackupBucketConfig | null): Promise<BackupBucket | null> =>
  config === null
    ? null
    : (await import('#platform/server/ports/storage/s3-backup-bucket.ts')).createBackupBucket(config);

const forEachOf = async (names: readonly string[], work: (name: string) => Promise<void>): Promise<void> => {
  const limit = createConcurrencyLimiter(CONCURRENCY, Infinity);
  await Promise.all(names.map((name) => limit(() => work(name))));
};

/** The names of all objects of backups, by their top folder. */
const groupByFolder = async (bucket: BackupBucket): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const folders = new Map<string, Set<string>>();
  for await (const object of bucket.list(PREFIX)) {
    const [folder = ''] = object.split('/');
    folders.set(folder, (folders.get(folder) ?? new Set()).add(object));
  }
  return folders;
};

const photoObject = (sum: string): string => `${PHOTOS}/${sum}`;

const photoObjectsOf = (sums: Checksums): string[] =>
  [...sums].filter(([file]) => isPhotoFile(file)).map(([, sum]) => photoObject(sum));

/** Uploads the photos that the bucket lacks and the files of a backup, the manifest last: a copy with a manifest is complete. */
const copyBackup = async (
  bucket: BackupBucket,
  folder: string,
  stored: ReadonlySet<string>,
): Promise<void> => {
  const name = basename(folder);
  const sums = await readChecksums(folder);
  const uploads = new Map(
    [...sums].map(([file, sum]) => [isPhotoFile(file) ? photoObject(sum) : `${name}/${file}`, file]),
  ).set(`${name}/${CHECKSUMS}`, CHECKSUMS);
  const missing = [...uploads.keys()].filter((object) => !stored.has(object));
  await forEachOf(missing, (object) => bucket.put(object, join(folder, uploads.get(object) ?? '')));
  await bucket.put(`${name}/${MANIFEST}`, join(folder, MANIFEST));
};

const readSums = async (bucket: BackupBucket, name: string): Promise<Checksums> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-sums-'));
  try {
    await bucket.get(`${name}/${CHECKSUMS}`, join(folder, CHECKSUMS));
    return await readChecksums(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Deletes the copies other than `current` that are too old and, if there are any, the photos that no remaining copy names. */
const deleteOldCopies = async (bucket: BackupBucket, current: string, now: Date): Promise<void> => {
  const folders = await groupByFolder(bucket);
  const expired = [...folders.keys()].filter((name) => name !== current && isExpiredBackup(name, now));
  if (expired.length === 0) return;
  for (const name of expired)
    // The manifest first, so that what an interruption leaves is not taken for a backup.
    for (const object of [...(folders.get(name) ?? [])].toSorted(
      (a, b) => Number(b.endsWith(MANIFEST)) - Number(a.endsWith(MANIFEST)),
    ))
      await bucket.delete(object);
  const used = new Set<string>();
  for (const [name, objects] of folders)
    if (!expired.includes(name) && objects.has(`${name}/${CHECKSUMS}`))
      for (const object of photoObjectsOf(await readSums(bucket, name))) used.add(object);
  for (const object of folders.get(PHOTOS) ?? []) if (!used.has(object)) await bucket.delete(object);
};

/** Copies a backup into the bucket unless it is there, and if `mayDelete`, deletes other copies that are too old. */
export const copyToBucket = async (
  bucket: BackupBucket,
  folder: string,
  now: Date,
  mayDelete: boolean,
): Promise<void> => {
  const name = basename(folder);
  const folders = await groupByFolder(bucket);
  if (folders.get(name)?.has(`${name}/${MANIFEST}`) !== true)
    await copyBackup(bucket, folder, folders.get(PHOTOS) ?? new Set());
  if (mayDelete) await deleteOldCopies(bucket, name, now);
};

/** Downloads a complete backup into a new folder. Throws an `OperatorError` that names the complete ones when this is none of them. */
export const downloadFromBucket = async (
  bucket: BackupBucket,
  name: string,
  folder: string,
): Promise<void> => {
  const folders = await groupByFolder(bucket);
  const isComplete = (backup: string): boolean => folders.get(backup)?.has(`${backup}/${MANIFEST}`) === true;
  if (!isComplete(name)) {
    const complete = [...folders.keys()].filter(isComplete).toSorted();
    throw new OperatorError(
      [
        `버킷에 없는 백업입니다: ${name}`,
        ...(complete.length > 0 ? ['버킷에 있는 백업:', ...complete] : []),
      ].join('\n'),
    );
  }
  const own = folders.get(name) ?? new Set();
  const sums = await readSums(bucket, name);
  await forEachOf([...sums.keys(), CHECKSUMS, MANIFEST], async (file) => {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await bucket.get(
      own.has(`${name}/${file}`) ? `${name}/${file}` : photoObject(sums.get(file) ?? ''),
      target,
    );
  });
};
