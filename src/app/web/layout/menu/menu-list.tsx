import { NavLink, useLocation } from 'react-router';
import { logOut } from '#core/auth/web/log-out.ts';
import type { Studio } from '#core/content/contract/studio.ts';
import { Icon } from '#platform/web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import { categoryLinks, menuLinks, textLinks, type MenuLink } from './menu-links.ts';
import styles from './menu-list.module.css';
import submenu from './submenu.module.css';

interface EntriesProps {
  readonly links: readonly MenuLink[];
  readonly audience?: string | undefined;
  /** Whether a page takes the place of the current history entry. */
  readonly replace: boolean;
}

const Entries = ({ links, audience, replace }: EntriesProps) =>
  links.map((link) => (
    <li key={link.to} className={audience}>
      <NavLink to={link.to} className={styles.entry} replace={replace}>
        {link.label}
      </NavLink>
    </li>
  ));

interface GroupProps extends EntriesProps {
  readonly name: string;
}

/** Entries in a `details` element, which can be opened before hydration. */
const Group = ({ name, audience, ...entries }: GroupProps) => {
  const { key } = useLocation();
  return (
    <li className={audience}>
      <details key={key} ref={closeDetails} className={submenu.submenu}>
        <summary className={submenu.name}>
          {name}
          <Icon shape="chevronDown" size={16} />
        </summary>
        <ul className={submenu.entries}>
          <Entries {...entries} />
        </ul>
      </details>
    </li>
  );
};

interface MenuListProps {
  readonly studio: Studio;
  /** On a phone notices and FAQ are entries, and the categories stand above the list. */
  readonly isMobile?: boolean;
  readonly replace?: boolean;
}

// Renders the entries of every role. CSS shows those that match `html[data-auth]`.
export const MenuList = ({ studio, isMobile = false, replace = false }: MenuListProps) => (
  <ul className={styles.list}>
    {!isMobile && <Group name="작품" links={categoryLinks(studio)} replace={replace} />}
    <Entries links={menuLinks.site} replace={replace} />
    {isMobile && <Entries links={textLinks(studio)} replace={replace} />}
    <Entries links={menuLinks.guest} audience={styles.guest} replace={replace} />
    <Entries links={menuLinks.member} audience={styles.member} replace={replace} />
    <Group name="내 계정" links={menuLinks.account} audience={styles.member} replace={replace} />
    <Group name="관리" links={menuLinks.admin} audience={styles.admin} replace={replace} />
    <li className={styles.member}>
      <button type="button" className={styles.entry} onClick={() => void logOut()}>
        로그아웃
      </button>
    </li>
  </ul>
);
