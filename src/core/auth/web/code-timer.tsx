import { useSecondsLeft } from '#platform/web/client/use-seconds-left.ts';
import styles from './code-timer.module.css';

/** Formats seconds as `9:59`. */
export const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The visible countdown next to the field, hidden from screen readers. */
export const CodeClock = ({ seconds }: { seconds: number }) => (
  <span className={styles.clock} data-over={seconds === 0} aria-hidden="true">
    {formatSeconds(seconds)}
  </span>
);

/** Announces the remaining time only at a few marks, because an announcement every second would drown everything else. */
const announcementAt = (seconds: number): string => {
  // The field's error announces the expiry.
  if (seconds === 0) return '';
  if (seconds <= 30) return '인증번호 입력 시간이 30초 남았습니다.';
  if (seconds <= 60) return '인증번호 입력 시간이 1분 남았습니다.';
  return '인증번호를 보냈습니다. 3분 안에 입력해 주세요.';
};

/** Announces the remaining time of a code. Must be inside a live region. `expiresAt` is in milliseconds since 1970. */
export const CodeAnnouncement = ({ expiresAt }: { expiresAt: number }) =>
  announcementAt(useSecondsLeft(expiresAt));
