import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  backupName,
  deleteOldBackups,
  listBackups,
  readRestoreCheck,
  writeRestoreCheck,
} from './backup-folder.ts';
import { createBackup } from './create-backup.ts';
import type { BackupSource } from './create-backup.ts';

const HOUR_MS = 3_600_000;
/** The job also runs at each start; a younger backup is not repeated then. */
const MIN_AGE_MS = 20 * HOUR_MS;
const CHECK_INTERVAL_MS = 30 * 24 * HOUR_MS;
/** A failed check is repeated with the next backup. */
const RETRY_INTERVAL_MS = 20 * HOUR_MS;

export interface ScheduledBackupInput {
  readonly folder: string;
  readonly source: Omit<BackupSource, 'now'>;
  /** Restores a backup into a scratch database. Rejects when it cannot be restored. */
  readonly check: (backup: string) => Promise<void>;
}

const ageOf = (at: Date, now: Date): number => now.getTime() - at.getTime();

const checkNewest = async ({ folder, check }: ScheduledBackupInput, now: Date): Promise<void> => {
  const [newest] = await listBackups(folder);
  const last = await readRestoreCheck(folder);
  const interval = last?.error === null ? CHECK_INTERVAL_MS : RETRY_INTERVAL_MS;
  if (newest === undefined || (last !== null && ageOf(new Date(last.checkedAt), now) < interval)) return;
  const error = await check(newest.path).then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );
  await writeRestoreCheck(folder, { checkedAt: now.toISOString(), error });
  if (error !== null) throw new Error(`the backup ${newest.path} cannot be restored: ${error}`);
};

/**
 * Creates the job that backs up the studio once a day, deletes old backups and restores the newest one each month to see that
 * it can be restored. Rejects when one of them fails.
 */
export const createScheduledBackup =
  (input: ScheduledBackupInput) =>
  async (now: Date): Promise<string> => {
    const { folder, source } = input;
    const [newest] = await listBackups(folder);
    const isRecent = newest !== undefined && ageOf(newest.createdAt, now) < MIN_AGE_MS;
    if (!isRecent) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await createBackup({ ...source, now }, join(folder, backupName(now)));
      await deleteOldBackups(folder, now);
    }
    await checkNewest(input, now);
    return isRecent ? 'recent' : 'created';
  };
