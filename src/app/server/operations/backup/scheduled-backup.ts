import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HOUR_MS } from '#platform/contract/durations.ts';
import { findFreeBytes } from '#platform/server/files/free-bytes.ts';
import type { BackupBucket } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import {
  backupName,
  deleteOldBackups,
  findLinkableBackup,
  listBackups,
  readBucketCopy,
  readRestoreCheck,
  writeBucketCopy,
  writeLackOfSpace,
  writeRestoreCheck,
  type StoredBackup,
} from './backup-folder.ts';
import { copyToBucket } from './bucket-copies.ts';
import { createBackup, findNeededBytes, type BackupSource } from './create-backup.ts';

/** The job also runs at each start. Usually it makes no backup while there is one younger than this. */
const MIN_AGE_MS = 20 * HOUR_MS;
const CHECK_INTERVAL_MS = 30 * 24 * HOUR_MS;
/** A failed check is repeated after this time. */
const RETRY_INTERVAL_MS = 20 * HOUR_MS;

interface ScheduledBackupInput {
  readonly folder: string;
  readonly source: Omit<BackupSource, 'now'>;
  /** Restores a backup into a scratch database. Rejects when it cannot be restored. */
  readonly check: (backup: string) => Promise<void>;
  /** Opens the bucket that receives a copy of the newest backup; resolves to null without one. */
  readonly openBucket: () => Promise<BackupBucket | null>;
  /** This start's data was restored, so the newest backup may be of the site before that, and a new one is made. */
  readonly isRestored?: boolean;
  /** Free bytes on the disk of the folder. Defaults to what the disk says. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

const ageOf = (at: Date, now: Date): number => now.getTime() - at.getTime();

const checkNewest = async ({ folder, check }: ScheduledBackupInput, now: Date): Promise<void> => {
  const [newest] = (await listBackups(folder, now)).backups;
  const last = await readRestoreCheck(folder, now);
  const interval = last?.error === null ? CHECK_INTERVAL_MS : RETRY_INTERVAL_MS;
  if (newest === undefined || (last !== null && ageOf(new Date(last.checkedAt), now) < interval)) return;
  const error = await check(newest.path).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );
  await writeRestoreCheck(folder, { checkedAt: now.toISOString(), error });
  if (error !== null) throw new Error(`the backup ${newest.path} cannot be restored: ${error}`);
};

const copyNewest = async (
  { folder, openBucket }: ScheduledBackupInput,
  now: Date,
  mayDelete: boolean,
): Promise<void> => {
  const [newest] = (await listBackups(folder, now)).backups;
  const bucket = await openBucket();
  if (bucket === null || newest === undefined) return;
  const backup = basename(newest.path);
  if ((await readBucketCopy(folder, now))?.backup === backup) return;
  await copyToBucket(bucket, newest.path, now, mayDelete);
  await writeBucketCopy(folder, { backup, copiedAt: now.toISOString() });
};

/** Rejects when too little space is free for a backup, and if `mayDelete`, still is after old backups were deleted. */
const assertSpace = async (
  { folder, source, freeBytes = findFreeBytes }: ScheduledBackupInput,
  earlier: StoredBackup | null,
  now: Date,
  mayDelete: boolean,
): Promise<void> => {
  const neededBytes = await findNeededBytes(earlier, source.storage);
  if ((await freeBytes(folder)) >= neededBytes) return;
  if (mayDelete) await deleteOldBackups(folder, now);
  const free = await freeBytes(folder);
  if (free >= neededBytes) return;
  await writeLackOfSpace(folder, { at: now.toISOString(), neededBytes, freeBytes: free });
  throw new Error(`a backup needs ${neededBytes} free bytes in ${folder}, but ${free} are free`);
};

/**
 * Creates the job that backs up the studio once a day, deletes old backups, copies the newest one into the bucket and restores it,
 * usually each month, to see that it can be restored. Rejects when one of them fails. Deletes no backups unless `mayDelete`.
 */
export const createScheduledBackup = (input: ScheduledBackupInput) => {
  const { folder, source, isRestored = false } = input;
  let isDue = isRestored;
  return async (now: Date, mayDelete: boolean): Promise<string> => {
    const [newest] = (await listBackups(folder, now)).backups;
    const isRecent = !isDue && newest !== undefined && ageOf(newest.createdAt, now) < MIN_AGE_MS;
    if (!isRecent) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const earlier = await findLinkableBackup(folder, now);
      await assertSpace(input, earlier, now, mayDelete);
      await createBackup({ ...source, now }, join(folder, backupName(now)), earlier);
      isDue = false;
      if (mayDelete) await deleteOldBackups(folder, now);
    }
    // A store that does not answer must not keep the check from running.
    const [copied] = await Promise.allSettled([copyNewest(input, now, mayDelete)]);
    await checkNewest(input, now);
    if (copied.status === 'rejected') throw new Error('the backup was not copied', { cause: copied.reason });
    return isRecent ? 'recent' : 'created';
  };
};
