import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './collapsible.module.css';

interface CollapsibleProps {
  readonly title: string;
  /** Shown below the title. */
  readonly note?: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export const Collapsible = ({ title, note, isOpen = false, children }: CollapsibleProps) => (
  <details className={styles.fold} open={isOpen}>
    <summary className={cx('row-3 middle between', styles.summary)}>
      <span>
        <h2 className="subtitle">{title}</h2>
        {note !== undefined && <span className="note">{note}</span>}
      </span>
      <ChevronDown size={20} aria-hidden="true" />
    </summary>
    <div className={cx('stack-5', styles.content)}>{children}</div>
  </details>
);
