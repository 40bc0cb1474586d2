import type { ReactNode } from 'react';
import styles from './wide-page.module.css';

interface WidePageProps {
  readonly title: string;
  /** A short paragraph below the title. */
  readonly lead: ReactNode;
  /** A small line below the introduction. */
  readonly note?: ReactNode;
  /** Limits the width to a comfortable line length. */
  readonly isReading?: boolean;
  readonly children: ReactNode;
}

/** A page with a title and an introduction, as wide as the site unless `isReading`. */
export const WidePage = ({ title, lead, note, isReading, children }: WidePageProps) => (
  <article className={styles.page} data-reading={isReading}>
    <header className="stack-4">
      <h1 id="page-title">{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {note !== undefined && <p className="note">{note}</p>}
    </header>
    {children}
  </article>
);
