import type { SlotMarkKind } from './schedule-labels.ts';
import styles from './slot-mark.module.css';

/** The marks can be told apart without their colours, by shape or filling. */
export const SlotMark = ({ mark }: { mark: SlotMarkKind | undefined }) => (
  <span className={styles.mark} data-mark={mark} aria-hidden="true" />
);
