import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Where to go from here. */
  readonly actions: ReactNode;
}

/** A page that stands in for one that cannot be shown. */
export const MessagePage = ({ title, children, actions }: MessagePageProps) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{children}</p>
    <div className={styles.actions}>{actions}</div>
  </div>
);
