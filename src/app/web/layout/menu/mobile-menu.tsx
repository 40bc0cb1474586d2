import { useLocation } from 'react-router';
import { Icon } from '#platform/web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import { MenuList } from './menu-list.tsx';
import styles from './mobile-menu.module.css';

/** The menu in a `details` element, which can be opened before hydration. */
export const MobileMenu = () => {
  const { key } = useLocation();
  return (
    <details key={key} ref={closeDetails} className={styles.menu}>
      <summary className={styles.button} aria-label="메뉴">
        <Icon shape="menu" className={styles.opens} />
        <Icon shape="close" className={styles.closes} />
      </summary>
      <nav className={styles.panel} aria-label="주 메뉴">
        <MenuList />
      </nav>
    </details>
  );
};
