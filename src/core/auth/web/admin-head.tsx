import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './admin-head.module.css';

interface AdminHeadProps {
  readonly title: string;
  /** Link to the parent page; absent on pages of the main menu. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly children?: ReactNode;
}

export const AdminHead = ({ title, back, children }: AdminHeadProps) => (
  <header>
    {back !== undefined && (
      <Link to={back.to} className={cx('link note', styles.back)}>
        <ChevronLeft size={18} aria-hidden="true" />
        {back.label}
      </Link>
    )}
    <div className={cx('row-3 wrap middle', styles.line)}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  </header>
);
