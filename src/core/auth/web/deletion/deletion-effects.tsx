import type { ReactNode } from 'react';
import { cx } from '#platform/web/ui/cx.ts';
import { retainedRecords } from './retained-records.ts';
import styles from './deletion-effects.module.css';

/** One thing that a deletion does, in a description list. */
export const Effect = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="stack-1">
    <dt className="strong">{name}</dt>
    <dd>{children}</dd>
  </div>
);

const reservationsText = (count: number | undefined): string => {
  if (count === undefined)
    return '예정된 예약이 있으면 모두 취소되고, 그 시간은 다른 분이 예약할 수 있게 됩니다.';
  if (count === 0) return '예정된 예약이 없습니다.';
  return `예정된 예약 ${count}건이 모두 취소되고, 그 시간은 다른 분이 예약할 수 있게 됩니다.`;
};

/** `count` is undefined until it is known. */
export const UpcomingReservations = ({ count }: { count: number | undefined }) => (
  <Effect name="예약">{reservationsText(count)}</Effect>
);

/** The records that the law requires us to keep; `hasAccount` is false for a customer whose reservations are the only data. */
export const RetainedRecords = ({ hasAccount = true }: { hasAccount?: boolean }) => (
  <Effect name="법에 따라 보관하는 기록">
    아래 기록만 다른 정보와 분리하여 정해진 기간 동안 보관한 뒤 삭제합니다.
    <ul className={cx('stack-2 small', styles.records)}>
      {retainedRecords
        // Advertising records contain no personal data.
        .filter(([record]) => (hasAccount ? !record.startsWith('표시·광고') : record.startsWith('계약')))
        .map(([record, period, law]) => (
          <li key={record}>
            {record}: <strong>{period}</strong> <span className="muted">({law})</span>
          </li>
        ))}
    </ul>
  </Effect>
);

export const Irreversible = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>{children}</p>
);
