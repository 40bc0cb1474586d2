import styles from './code-timer.module.css';
import { useSecondsLeft } from '#web/shell/use-seconds-left.ts';

/** `9:59` */
export const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The clock beside the field, for the eye alone. */
export const CodeClock = ({ seconds }: { seconds: number }) => (
  <span className={styles.clock} data-over={seconds === 0} aria-hidden="true">
    {formatSeconds(seconds)}
  </span>
);

/** Spoken at these marks only: a clock that speaks each second drowns everything else. */
const announcementAt = (seconds: number): string => {
  // The field itself says that it is over.
  if (seconds === 0) return '';
  if (seconds <= 30) return '인증번호 입력 시간이 30초 남았습니다.';
  if (seconds <= 60) return '인증번호 입력 시간이 1분 남았습니다.';
  return '인증번호를 보냈습니다. 3분 안에 입력해 주세요.';
};

/** What a screen reader hears of a code's life; stands inside a live region. `expiresAt` in milliseconds since 1970. */
export const CodeAnnouncement = ({ expiresAt }: { expiresAt: number }) =>
  announcementAt(useSecondsLeft(expiresAt));
