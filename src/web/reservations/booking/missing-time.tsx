import type { Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './missing-time.module.css';

interface MissingTimeProps {
  /** Takes the focus when the time is the first thing that is missing. */
  readonly ref: Ref<HTMLAnchorElement>;
  readonly error: string | undefined;
}

/** Shown when no time is chosen: a link back to the calendar. */
export const MissingTime = ({ ref, error }: MissingTimeProps) => (
  <div className={styles.box}>
    <p className="strong">미팅 시간</p>
    <Link
      ref={ref}
      to={paths.reserveDate()}
      className={buttonClass({ variant: 'secondary' })}
      aria-describedby="time-error"
    >
      시간 선택하기
    </Link>
    <p id="time-error" className={styles.error} aria-live="polite">
      {error}
    </p>
  </div>
);
