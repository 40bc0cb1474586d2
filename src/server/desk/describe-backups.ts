import type { Desk } from '#contract/admin/desk.ts';
import { listBackups, readRestoreCheck } from '#server/operations/backup/backup-folder.ts';

const LATE_MS = 48 * 3_600_000;

/** Reads the state of the nightly backups from their folder; null when there is none. */
export const describeBackups = async (folder: string | undefined, now: Date): Promise<Desk['backup']> => {
  if (folder === undefined) return null;
  const [[newest], check] = await Promise.all([listBackups(folder), readRestoreCheck(folder)]);
  return {
    newest: newest === undefined ? null : { createdAt: newest.createdAt.toISOString(), bytes: newest.bytes },
    check: check === null ? null : { checkedAt: check.checkedAt, isRestorable: check.error === null },
    isLate: newest === undefined || now.getTime() - newest.createdAt.getTime() > LATE_MS,
  };
};
