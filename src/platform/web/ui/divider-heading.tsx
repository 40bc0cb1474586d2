import type { ReactNode } from 'react';
import styles from './divider-heading.module.css';

export const DividerHeading = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={styles.title}>
    {children}
  </h2>
);
