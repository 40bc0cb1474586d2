import { ArrowRight } from 'lucide-react';
import type { MeetingTime } from './describe-slots.ts';
import { formatMeeting } from './format-meeting.ts';
import styles from './move-summary.module.css';

interface MoveSummaryProps {
  readonly from: MeetingTime;
  /** Null until it is chosen. */
  readonly to: MeetingTime | null;
}

export const MoveSummary = ({ from, to }: MoveSummaryProps) => (
  <p className={styles.summary} role="status">
    <span className={styles.from} data-left={to !== null || undefined}>
      <span className="visually-hidden">변경 전 </span>
      {formatMeeting(from)}
    </span>{' '}
    <ArrowRight size={18} aria-hidden="true" />{' '}
    {to === null ? (
      <span>새 시간을 선택해 주세요</span>
    ) : (
      <span className={styles.to}>
        <span className="visually-hidden">변경 후 </span>
        {formatMeeting(to)}
      </span>
    )}
  </p>
);
