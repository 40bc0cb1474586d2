import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './divider-heading.module.css';

export const DividerHeading = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className={cx('row-3 middle note', styles.title)}>
    {children}
  </h2>
);
