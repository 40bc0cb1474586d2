import { Link } from 'react-router';
import type { PageTexts } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './how-to-book.module.css';

export const HowToBook = ({
  texts: { stepsTitle, steps },
}: {
  texts: Pick<PageTexts['home'], 'stepsTitle' | 'steps'>;
}) => (
  <section className={styles.section} aria-labelledby="steps-title">
    <h2 id="steps-title" className="title">
      {stepsTitle}
    </h2>
    <ol className={cx('stack-8 full', styles.steps)}>
      {steps.map(({ id, title, body }, index) => (
        <li key={id} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p className={styles.text}>{body}</p>
        </li>
      ))}
    </ol>
    <Link to={paths.reserve()} className="link">
      예약 안내 자세히 보기
    </Link>
  </section>
);
