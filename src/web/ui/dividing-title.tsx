import type { ReactNode } from 'react';
import styles from './dividing-title.module.css';

export const DividingTitle = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={styles.title}>
    {children}
  </h2>
);
