import type { ReactNode } from 'react';
import styles from './wide-page.module.css';

interface WidePageProps {
  readonly title: string;
  /** A line or two below the title. */
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page to read: as wide as the site, with its title and what it is about. */
export const WidePage = ({ title, lead, children }: WidePageProps) => (
  <article className={styles.page}>
    <header>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </header>
    {children}
  </article>
);
