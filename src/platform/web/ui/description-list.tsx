import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './description-list.module.css';

type Description = readonly [name: string, text: ReactNode];

/** A list of terms and their descriptions. Terms whose description is an empty string are left out. */
export const DescriptionList = ({ facts }: { facts: readonly Description[] }) => {
  const nonEmpty = facts.filter(([, text]) => text !== '');
  if (nonEmpty.length === 0) return null;
  return (
    <dl className="stack-2">
      {nonEmpty.map(([name, text]) => (
        <div
          key={typeof text === 'string' ? `${name} ${text}` : name}
          className={cx('row-3 wrap baseline', styles.fact)}
        >
          <dt className="muted">{name}</dt>
          <dd className={cx('tabular pre-line', styles.text)}>{text}</dd>
        </div>
      ))}
    </dl>
  );
};
