import { useState } from 'react';
import { authEndpoints, type SignedInDevice } from '#contract/auth.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { reloadData } from '#web/api/data-changes.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { askConfirm } from '#web/shell/alert.tsx';
import { useAction } from '#web/shell/use-action.ts';
import { LoadFailure } from '#web/shell/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DeviceItem } from './device-item.tsx';
import styles from './device-list.module.css';

const { listSessions, revokeSession } = authEndpoints;

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
          <summary className={styles.summary}>다른 기기 {others.length}대</summary>
          <ul>{others.map(toItem)}</ul>
        </details>
      )}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
    </>
  );
};
