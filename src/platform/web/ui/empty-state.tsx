import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={cx('stack-4', styles.empty)}>
    <p className={styles.title}>{title}</p>
    {children !== undefined && <p className="muted reading">{children}</p>}
    {action}
  </div>
);
