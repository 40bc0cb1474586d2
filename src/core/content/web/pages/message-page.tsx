import type { ReactNode } from 'react';
import styles from './message-page.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

export const MessagePage = ({ title, children, actions }: MessagePageProps) => (
  <div className={styles.page}>
    <h1 className={styles.title}>{title}</h1>
    <p className="muted reading">{children}</p>
    <div className={styles.actions}>{actions}</div>
  </div>
);
