import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { Desk } from '../../contract/desk.ts';
import { BackupDownload } from './backup-download.tsx';

const MEGABYTE = 1_000_000;

const formatBytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)}\u00A0MB`;

/** When the site was backed up last, and warnings about the backups. */
export const DeskBackup = ({ backup }: Pick<Desk, 'backup'>) => {
  if (backup === null)
    return <p className="note">자동 백업이 꺼져 있습니다. 켜는 방법은 운영 안내의 ‘백업’에 있습니다.</p>;
  const { newest, check, copy, fromFuture, isLate, isInDataDir, lackOfSpace } = backup;
  return (
    <>
      {lackOfSpace !== null && (
        <Notice tone="warning">
          디스크에 공간이 부족해서 백업하지 못했습니다. {formatBytes(lackOfSpace.neededBytes)}가 필요하고{' '}
          {formatBytes(lackOfSpace.freeBytes)}가 남아 있습니다. 필요 없는 파일을 지우거나 백업 폴더를 다른
          디스크로 옮겨 주세요.
        </Notice>
      )}
      {isLate && lackOfSpace === null && (
        <Notice tone="warning">
          {copy === null
            ? '48시간 안에 만든 백업이 없습니다. 백업 폴더가 연결되어 있고 공간이 남아 있는지 확인해 주세요.'
            : '48시간 안에 백업하거나 S3에 복사하지 못했습니다. 백업 폴더와 S3의 버킷을 확인해 주세요.'}
        </Notice>
      )}
      {fromFuture > 0 && (
        <Notice tone="warning">
          지금보다 뒤의 시각으로 만든 백업이 {fromFuture}개 있습니다. 서버의 시계를 확인해 주세요. 시계가
          맞다면 그 백업은 시계가 앞서 있을 때 만든 것이니, 새 백업이 생긴 뒤에 지워 주세요.
        </Notice>
      )}
      {check?.isRestorable === false && (
        <Notice tone="warning">
          {formatDateTime(new Date(check.checkedAt))}에 백업을 복원해 보았지만 복원되지 않았습니다. 서버
          기록을 확인해 주세요.
        </Notice>
      )}
      <p className="note">
        {newest === null
          ? '아직 백업이 없습니다.'
          : `마지막 백업 ${formatDateTime(new Date(newest.createdAt))} (${formatBytes(newest.bytes)})`}
        {copy?.copiedAt != null && ` · S3에 복사 ${formatDateTime(new Date(copy.copiedAt))}`}
        {check?.isRestorable === true && ` · 복원 확인 ${formatDateTime(new Date(check.checkedAt))}`}
        {isInDataDir &&
          ' · 백업이 데이터와 같은 디스크에 있습니다. 디스크가 고장 나면 함께 잃으니 다른 디스크를 지정해 주세요.'}
      </p>
      {newest !== null && <BackupDownload />}
    </>
  );
};
