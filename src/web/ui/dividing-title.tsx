import type { ReactNode } from 'react';
import styles from './dividing-title.module.css';

/** A heading within the line that divides two ways to do the same thing. */
export const DividingTitle = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={styles.title}>
    {children}
  </h2>
);
