import type { ReactNode } from 'react';
import { cx } from '#platform/web/ui/cx.ts';
import { RequireRole } from './require-role.tsx';
import styles from './admin-page.module.css';

interface AdminPageProps {
  /** Limits the width of the content, for example of a form. */
  readonly isNarrow?: true;
  readonly children: ReactNode;
}

export const AdminPage = ({ isNarrow, children }: AdminPageProps) => (
  <RequireRole role="admin">
    <div className={cx('stack-6 start', styles.page)} data-narrow={isNarrow}>
      {children}
    </div>
  </RequireRole>
);
