import { useId, type ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './narrow-page.module.css';

interface NarrowPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A single-column page, mostly for a form. */
export const NarrowPage = ({ title, lead, children }: NarrowPageProps) => {
  const titleId = useId();
  return (
    <section className={cx('stack-8 start full', styles.page)} aria-labelledby={titleId}>
      <header className="stack-2">
        <h1 id={titleId}>{title}</h1>
        {lead !== undefined && <p className="links">{lead}</p>}
      </header>
      {children}
    </section>
  );
};
