import { cx } from '#platform/web/ui/cx.ts';
import type { PageTexts } from '../contract/studio.ts';
import styles from './steps.module.css';

/** Numbered steps, side by side where there is room. */
export const Steps = ({ steps }: Pick<PageTexts['home'], 'steps'>) => (
  <ol className={cx('stack-8 full', styles.steps)}>
    {steps.map(({ id, title, body }, index) => (
      <li key={id} className={cx('ruled', styles.step)}>
        <span className={cx('muted', styles.number)} aria-hidden="true">
          {index + 1}
        </span>
        <h3>{title}</h3>
        <p className={cx('muted', styles.text)}>{body}</p>
      </li>
    ))}
  </ol>
);
