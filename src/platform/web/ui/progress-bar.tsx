import type { ComponentProps } from 'react';
import styles from './progress-bar.module.css';

/** A thin bar. Without a `value` the duration is unknown, and the bar pulses. */
export const ProgressBar = (props: Omit<ComponentProps<'progress'>, 'className'>) => (
  <progress {...props} className={styles.progress} />
);
