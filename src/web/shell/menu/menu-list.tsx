import { NavLink } from 'react-router';
import { accountLinks, adminLinks, guestLinks, memberLinks, siteLinks, type MenuLink } from './menu-links.ts';
import styles from './menu-list.module.css';
import { Submenu } from './submenu.tsx';

// Renders the entries of every role. CSS shows those that match `html[data-auth]`.
const Entries = ({ links, audience }: { links: readonly MenuLink[]; audience?: string }) =>
  links.map((link) => (
    <li key={link.to} className={audience}>
      <NavLink to={link.to} className={styles.entry}>
        {link.label}
      </NavLink>
    </li>
  ));

const Group = ({
  name,
  links,
  audience,
}: {
  name: string;
  links: readonly MenuLink[];
  audience?: string;
}) => (
  <li className={audience}>
    <Submenu name={name}>
      <Entries links={links} />
    </Submenu>
  </li>
);

export const MenuList = ({ onLogOut }: { onLogOut: () => void }) => (
  <ul className={styles.list}>
    <Entries links={siteLinks} />
    <Entries links={guestLinks} audience={styles.guest} />
    <Entries links={memberLinks} audience={styles.member} />
    <Group name="내 계정" links={accountLinks} audience={styles.member} />
    <Group name="관리" links={adminLinks} audience={styles.admin} />
    <li className={styles.member}>
      <button type="button" className={styles.entry} onClick={onLogOut}>
        로그아웃
      </button>
    </li>
  </ul>
);
