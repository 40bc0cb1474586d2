import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import type { Env } from '#platform/server/env.ts';
import { findFreeBytes } from '#platform/server/files/free-bytes.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import { describeBackups } from '../../desk/describe-backups.ts';
import { findLinkableBackup } from '../backup/backup-folder.ts';
import { findNeededBytes } from '../backup/create-backup.ts';
import { probeFolder } from './check-machine.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

const formatGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const checkSpace = async (
  folder: string,
  storage: Pick<Storage, 'list'>,
  now: Date,
): Promise<CheckResult> => {
  const needed = await findNeededBytes(await findLinkableBackup(folder, now), storage);
  const free = await findFreeBytes(folder);
  const space = `다음 백업에 필요한 공간 ${formatGigabytes(needed)}, 남은 공간 ${formatGigabytes(free)}`;
  return free < needed
    ? fail(space, `공간을 확보하거나 BACKUP_DIR를 다른 디스크로 지정해 주세요: ${folder}`)
    : pass(space);
};

/** Checks the nightly backups, such as their age, the last restore check and the space for the next one. */
export const checkBackups = async (
  backup: Env['backup'],
  storage: Pick<Storage, 'list'>,
  now: Date,
  isBeforeFirstStart = false,
): Promise<CheckResult[]> => {
  if (backup === undefined)
    return [fail('자동 백업이 꺼져 있습니다', 'BACKUP_DIR=off를 지우고 서버를 다시 시작해 주세요.')];
  const failed = await probeFolder('백업 폴더', backup.folder);
  if (failed !== null) return [failed];
  if (isBeforeFirstStart) return [pass('자동 백업이 아직 없습니다', '서버가 처음 시작할 때 만듭니다.')];
  const found = await describeBackups(backup, now);
  if (found === null) return [];
  const { newest, check, fromFuture, isLate } = found;
  const last = newest === null ? '없음' : formatTimestamp(new Date(newest.createdAt));
  const results: (CheckResult | null)[] = [
    isLate
      ? fail(
          newest === null
            ? '백업이 아직 없습니다'
            : `48시간 안에 백업하거나 복사하지 못했습니다. 마지막 백업: ${last}`,
          `서버가 시작할 때와 매일 04시에 백업합니다. 서버 기록의 backup_failed를 확인해 주세요: ${backup.folder}`,
        )
      : pass(`마지막 백업 ${last}`),
    check === null
      ? null
      : check.isRestorable
        ? pass(`백업의 복원 확인 ${formatTimestamp(new Date(check.checkedAt))}`)
        : fail(
            `백업을 복원하지 못했습니다(${formatTimestamp(new Date(check.checkedAt))})`,
            '서버 기록의 backup_failed를 확인해 주세요. 다음 백업 때 다시 확인합니다.',
          ),
    fromFuture === 0
      ? null
      : fail(
          `지금보다 뒤의 시각으로 만든 백업이 ${fromFuture}개 있습니다`,
          `시계를 확인해 주세요. 시계가 맞다면, 새 백업이 생긴 뒤에 지워 주세요: ${backup.folder}`,
        ),
    await checkSpace(backup.folder, storage, now),
    backup.isInDataDir
      ? pass(
          '백업이 데이터와 같은 디스크에 있습니다',
          '디스크가 고장 나도 남도록 BACKUP_DIR를 다른 디스크로 지정해 주세요.',
        )
      : null,
  ];
  return results.filter((result) => result !== null);
};
