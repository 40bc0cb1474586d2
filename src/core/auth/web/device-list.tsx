import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#platform/contract/seoul-time.ts';
import { askConfirm } from '#platform/web/client/alert.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { authEndpoints, type SignedInDevice } from '../contract/auth.ts';
import styles from './device-list.module.css';

const { listSessions, revokeSession } = authEndpoints;

const Timestamp = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatDateTime(new Date(iso))}</time>;

interface DeviceItemProps {
  readonly device: SignedInDevice;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

const DeviceItem = ({ device, isEnding, onEnd }: DeviceItemProps) => (
  <li className={styles.item}>
    <MonitorSmartphone className="muted" aria-hidden="true" />
    <p className={cx('row-2 wrap middle strong', styles.name)}>
      {device.device} {device.current && <Badge tone="done">이 기기</Badge>}
    </p>
    <p className={cx('note', styles.detail)}>
      <span>
        최근 사용 <Timestamp iso={device.lastUsedAt} />
      </span>
      <span>
        로그인 일시 <Timestamp iso={device.createdAt} />
      </span>
      <span>IP 주소 {device.address}</span>
    </p>
    {!device.current && (
      <Button
        variant="secondary"
        size="small"
        isLoading={isEnding}
        onClick={onEnd}
        aria-label={`로그아웃: ${device.device}`}
      >
        로그아웃
      </Button>
    )}
  </li>
);

export const DeviceList = () => {
  const devices = useApiQuery(listSessions, {});
  const { run, report } = useAction();
  const [endingId, setEndingId] = useState<string | null>(null);

  const end = async ({ id, device }: SignedInDevice): Promise<void> => {
    const message = `${device}에서 로그아웃할까요?\n그 기기에서 이용하려면 다시 로그인해야 합니다.`;
    if (!(await askConfirm({ message, confirmLabel: '로그아웃' }))) return;
    setEndingId(id);
    await run(async () => {
      await browserApi.call(revokeSession, { params: { id } }).catch((error: unknown) => {
        // A session that has already ended is the requested result.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        void reloadData(error.call.changes);
      });
      return `${device}에서 로그아웃했습니다.`;
    });
    setEndingId(null);
  };

  if (devices.isPending) return <Skeleton label="기기 목록을 불러오는 중입니다." shape="row" count={2} />;
  if (devices.data === undefined) {
    return <LoadFailure error={devices.error} onRetry={() => void devices.refetch()} />;
  }
  const others = devices.data.filter(({ current }) => !current);
  const toItem = (device: SignedInDevice) => (
    <DeviceItem
      key={device.id}
      device={device}
      isEnding={endingId === device.id}
      onEnd={() => void end(device)}
    />
  );
  return (
    <>
      <ul>{devices.data.filter(({ current }) => current).map(toItem)}</ul>
      {others.length > 0 && (
        <details>
          <summary className={cx('strong', styles.summary)}>다른 기기 {others.length}대</summary>
          <ul>{others.map(toItem)}</ul>
        </details>
      )}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
    </>
  );
};
