import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './admin-page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  /** Beside the title. */
  readonly children?: ReactNode;
}

/** The head of a page that was reached from a list. */
export const PageHead = ({ title, back, children }: PageHeadProps) => (
  <header className={styles.head}>
    <Link to={back.to} className={styles.back}>
      <ChevronLeft size={18} aria-hidden="true" />
      {back.label}
    </Link>
    <div className={styles.line}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  </header>
);
