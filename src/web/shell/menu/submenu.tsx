import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import styles from './submenu.module.css';

export const Submenu = ({ name, children }: { name: string; children: ReactNode }) => {
  const { key } = useLocation();
  return (
    <details key={key} ref={closeDetails} className={styles.submenu}>
      <summary className={styles.name}>
        {name}
        <Icon shape="chevronDown" size={16} />
      </summary>
      <ul className={styles.entries}>{children}</ul>
    </details>
  );
};
