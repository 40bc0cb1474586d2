import { MonitorSmartphone } from 'lucide-react';
import type { SignedInDevice } from '#contract/auth.ts';
import { formatDateTime } from '#contract/seoul-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './device-list.module.css';

const Timestamp = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatDateTime(new Date(iso))}</time>;

interface DeviceItemProps {
  readonly device: SignedInDevice;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

export const DeviceItem = ({ device, isEnding, onEnd }: DeviceItemProps) => (
  <li className={styles.item}>
    <MonitorSmartphone className="muted" aria-hidden="true" />
    <p className={styles.name}>
      {device.device} {device.current && <Badge tone="done">이 기기</Badge>}
    </p>
    <p className={styles.detail}>
      <span>
        최근 사용 <Timestamp iso={device.lastUsedAt} />
      </span>
      <span>
        로그인 <Timestamp iso={device.createdAt} />
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
