import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './submenu.module.css';
import { useClosingDetails } from './use-closing-details.ts';

/** Opens below its name; on a phone its entries simply follow it. */
export const Submenu = ({ name, children }: { name: string; children: ReactNode }) => {
  const details = useClosingDetails();
  return (
    <details ref={details} className={styles.submenu}>
      <summary className={styles.name}>
        {name}
        <Icon shape="chevronDown" size={16} />
      </summary>
      <ul className={styles.entries}>{children}</ul>
    </details>
  );
};
