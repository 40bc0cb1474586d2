import { formatTimestamp } from '#platform/contract/seoul-time.ts';
import type { Env } from '#platform/server/env.ts';
import { describeBackups } from '../../desk/describe-backups.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

/** Checks the nightly backups in `BACKUP_DIR`; nothing while it is not set. */
export const checkBackups = async (backup: Env['backup'], now: Date): Promise<CheckResult[]> => {
  const found = await describeBackups(backup, now);
  if (backup === undefined || found === null) return [];
  const { newest, fromFuture, isLate } = found;
  if (newest === null && fromFuture === 0)
    return [pass('자동 백업이 아직 없습니다', '서버가 처음 시작할 때 만듭니다.')];
  const last = newest === null ? '없음' : formatTimestamp(new Date(newest.createdAt));
  return [
    isLate
      ? fail(
          `48시간 안에 백업하거나 복사하지 못했습니다. 마지막 백업: ${last}`,
          `폴더와 서버 기록을 확인해 주세요: ${backup.folder}`,
        )
      : pass(`마지막 백업 ${last}`),
    ...(fromFuture === 0
      ? []
      : [
          fail(
            `지금보다 뒤의 시각으로 만든 백업이 ${fromFuture}개 있습니다`,
            `시계를 확인해 주세요. 시계가 맞다면, 새 백업이 생긴 뒤에 지워 주세요: ${backup.folder}`,
          ),
        ]),
  ];
};
