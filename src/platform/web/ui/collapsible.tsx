import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './collapsible.module.css';

export const Collapsible = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className={styles.fold}>
    <summary className={styles.summary}>
      <h2 className="subtitle">{title}</h2>
      <ChevronDown size={20} aria-hidden="true" />
    </summary>
    <div className={styles.content}>{children}</div>
  </details>
);
