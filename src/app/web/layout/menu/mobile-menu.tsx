import { NavLink, useLocation } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { callLink } from '#core/content/web/contact-links.ts';
import { paths } from '#core/content/web/paths.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { Icon } from '#platform/web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import { MenuList } from './menu-list.tsx';
import styles from './mobile-menu.module.css';

/** The menu of a phone, which fills the screen below the header. In a `details` element, which can be opened before hydration. */
export const MobileMenu = ({ studio }: { studio: Studio }) => {
  const { key } = useLocation();
  return (
    <details key={key} ref={closeDetails} className={styles.menu}>
      <summary className={styles.button} aria-label="메뉴">
        <Icon shape="menu" className={styles.opens} />
        <Icon shape="close" className={styles.closes} />
      </summary>
      <nav className={styles.panel} aria-label="주 메뉴">
        <ul className={styles.works}>
          {studio.categories.map(({ id, name }) => (
            <li key={id}>
              <NavLink to={paths.category(id)}>{name}</NavLink>
            </li>
          ))}
        </ul>
        <MenuList />
        <div className={styles.foot}>
          <a href={callLink(studio.phone)}>{studio.phone}</a>
          <ButtonLink to={paths.reserveType()} size="large">
            예약하기
          </ButtonLink>
        </div>
      </nav>
    </details>
  );
};
