import type { ReactNode } from 'react';
import styles from './admin-page.module.css';
import { RequireRole } from './require-role.tsx';

interface AdminPageProps {
  /** Narrow layout for a form or a single item instead of lists. */
  readonly isNarrow?: true;
  readonly children: ReactNode;
}

export const AdminPage = ({ isNarrow, children }: AdminPageProps) => (
  <RequireRole role="admin">
    <div className={styles.page} data-narrow={isNarrow}>
      {children}
    </div>
  </RequireRole>
);
