import type { Env } from '#platform/server/env.ts';
import type { Desk } from '../../contract/desk.ts';
import {
  listBackups,
  readBucketCopy,
  readLackOfSpace,
  readRestoreCheck,
} from '../operations/backup/backup-folder.ts';

const LATE_MS = 48 * 3_600_000;

/** Reads the state of the backups from the folder of the nightly ones; null while these are switched off. */
export const describeBackups = async (backup: Env['backup'], now: Date): Promise<Desk['backup']> => {
  if (backup === undefined) return null;
  const { folder, bucket, isInDataDir } = backup;
  const [{ backups, fromFuture }, check, copied, lack] = await Promise.all([
    listBackups(folder, now),
    readRestoreCheck(folder, now),
    readBucketCopy(folder, now),
    readLackOfSpace(folder, now),
  ]);
  const [newest] = backups;
  const isLate = (at: Date | undefined): boolean =>
    at === undefined || now.getTime() - at.getTime() > LATE_MS;
  const copiedAt = copied === null ? undefined : new Date(copied.copiedAt);
  return {
    newest: newest === undefined ? null : { createdAt: newest.createdAt.toISOString(), bytes: newest.bytes },
    check: check === null ? null : { checkedAt: check.checkedAt, isRestorable: check.error === null },
    copy: bucket === null ? null : { copiedAt: copied?.copiedAt ?? null },
    fromFuture: fromFuture.length,
    isInDataDir,
    lackOfSpace:
      lack === null || (newest !== undefined && newest.createdAt >= new Date(lack.at))
        ? null
        : { neededBytes: lack.neededBytes, freeBytes: lack.freeBytes },
    isLate: isLate(newest?.createdAt) || (bucket !== null && isLate(copiedAt)),
  };
};
