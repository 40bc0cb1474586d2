import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './submenu.module.css';
import { useClosingDetails } from './use-closing-details.ts';

/** Opens below its name; on a phone its entries simply follow it. */
export const Submenu = ({ name, children }: { name: string; children: ReactNode }) => {
  const details = useClosingDetails();
  return (
    <details ref={details} className={styles.submenu}>
      <summary className={styles.name}>
        {name}
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <ul className={styles.entries}>{children}</ul>
    </details>
  );
};
