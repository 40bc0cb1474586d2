import { cx } from '#platform/web/ui/cx.ts';
import styles from './kakao-bubble.module.css';

/** An alimtalk as KakaoTalk shows it. */
export const KakaoBubble = ({ text }: { text: string }) => (
  <div className={cx('start fit', styles.bubble)}>
    <p className={cx('small strong', styles.head)}>알림톡 도착</p>
    <p className={styles.text}>{text}</p>
  </div>
);
