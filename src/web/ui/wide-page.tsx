import type { ReactNode } from 'react';
import typography from './typography.module.css';
import styles from './wide-page.module.css';

interface WidePageProps {
  readonly title: string;
  /** A line or two below the title. */
  readonly lead: ReactNode;
  /** A small line below the lead. */
  readonly note?: ReactNode;
  /** Only as wide as a line of text is comfortable. */
  readonly isReading?: boolean;
  readonly children: ReactNode;
}

/** A page to read: as wide as the site, with its title and what it is about. */
export const WidePage = ({ title, lead, note, isReading, children }: WidePageProps) => (
  <article className={styles.page} data-reading={isReading}>
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {note !== undefined && <p className={typography.note}>{note}</p>}
    </header>
    {children}
  </article>
);
