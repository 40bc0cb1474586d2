import { useId, type ReactNode } from 'react';
import styles from './narrow-page.module.css';

interface NarrowPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A single-column page for a form. */
export const NarrowPage = ({ title, lead, children }: NarrowPageProps) => {
  const titleId = useId();
  return (
    <section className={styles.page} aria-labelledby={titleId}>
      <header>
        <h1 id={titleId} className={styles.title}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  );
};
