import { NavLink, useLocation } from 'react-router';
import { logOut } from '#core/auth/web/log-out.ts';
import { Icon } from '#platform/web/ui/icon.tsx';
import { closeDetails } from './close-details.ts';
import { menuLinks, type MenuLink } from './menu-links.ts';
import styles from './menu-list.module.css';
import submenu from './submenu.module.css';

const Entries = ({ links, audience }: { links: readonly MenuLink[]; audience?: string }) =>
  links.map((link) => (
    <li key={link.to} className={audience}>
      <NavLink to={link.to} className={styles.entry}>
        {link.label}
      </NavLink>
    </li>
  ));

interface GroupProps {
  readonly name: string;
  readonly links: readonly MenuLink[];
  readonly audience?: string;
}

/** Entries in a `details` element, which can be opened before hydration. */
const Group = ({ name, links, audience }: GroupProps) => {
  const { key } = useLocation();
  return (
    <li className={audience}>
      <details key={key} ref={closeDetails} className={submenu.submenu}>
        <summary className={submenu.name}>
          {name}
          <Icon shape="chevronDown" size={16} />
        </summary>
        <ul className={submenu.entries}>
          <Entries links={links} />
        </ul>
      </details>
    </li>
  );
};

// Renders the entries of every role. CSS shows those that match `html[data-auth]`.
export const MenuList = () => (
  <ul className={styles.list}>
    <Entries links={menuLinks.site} />
    <Entries links={menuLinks.guest} audience={styles.guest} />
    <Entries links={menuLinks.member} audience={styles.member} />
    <Group name="내 계정" links={menuLinks.account} audience={styles.member} />
    <Group name="관리" links={menuLinks.admin} audience={styles.admin} />
    <li className={styles.member}>
      <button type="button" className={styles.entry} onClick={() => void logOut()}>
        로그아웃
      </button>
    </li>
  </ul>
);
