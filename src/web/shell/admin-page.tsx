import type { ReactNode } from 'react';
import styles from './admin-page.module.css';
import { RequireRole } from './require-role.tsx';

interface AdminPageProps {
  /** Whether the page is a single record or form instead of a list. */
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
