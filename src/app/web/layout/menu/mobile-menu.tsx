import { useState, type ToggleEvent } from 'react';
import { NavLink } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { callLink } from '#core/content/web/contact-links.ts';
import { paths } from '#core/content/web/paths.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { useBackToClose } from '#platform/web/client/navigation/use-back-to-close.ts';
import { Icon } from '#platform/web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import { categoryLinks } from './menu-links.ts';
import { MenuList } from './menu-list.tsx';
import styles from './mobile-menu.module.css';

/** The menu of a phone, which fills the screen below the header. In a `details` element, which can be opened before hydration. */
export const MobileMenu = ({ studio }: { studio: Studio }) => {
  const [opened, setOpened] = useState<HTMLDetailsElement | null>(null);
  // False for a menu that was opened before hydration: it has no history entry, which a page could take the place of.
  const hasEntry = opened !== null;
  const removeHistoryEntry = useBackToClose(() => opened?.removeAttribute('open'), hasEntry);

  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void => {
    setOpened(currentTarget.open ? currentTarget : null);
    if (!currentTarget.open) removeHistoryEntry();
  };

  return (
    <details ref={closeDetails} className={styles.menu} onToggle={onToggle}>
      <summary className={styles.button} aria-label="메뉴">
        <Icon shape="menu" className={styles.opens} />
        <Icon shape="close" className={styles.closes} />
      </summary>
      <nav className={styles.panel} aria-label="주 메뉴">
        <ul className={styles.works}>
          {categoryLinks(studio).map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} replace={hasEntry}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <MenuList studio={studio} isMobile replace={hasEntry} />
        <div className={styles.foot}>
          <a href={callLink(studio.phone)}>{studio.phone}</a>
          <ButtonLink to={paths.reserveType()} size="large" replace={hasEntry}>
            예약하기
          </ButtonLink>
        </div>
      </nav>
    </details>
  );
};
