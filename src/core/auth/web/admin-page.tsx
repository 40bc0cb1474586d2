import type { ReactNode } from 'react';
import { RequireRole } from './require-role.tsx';
import styles from './admin-page.module.css';

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
