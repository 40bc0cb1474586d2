import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

type Fact = readonly [name: string, text: ReactNode];

/** Names and texts of one thing; what is empty is left out. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => {
  const told = facts.filter(([, text]) => text !== '');
  if (told.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {told.map(([name, text]) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
};
