import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import styles from './header.module.css';
import { MenuList } from './menu-list.tsx';
import { PhoneMenu } from './phone-menu.tsx';

interface HeaderProps {
  readonly studioName: string;
  readonly onLogOut: () => void;
}

export const Header = ({ studioName, onLogOut }: HeaderProps) => (
  <header className={styles.header}>
    <div className={styles.bar}>
      <Link to={paths.home()} className={styles.logo}>
        {studioName}
      </Link>
      <nav className={styles.deskMenu} aria-label="주 메뉴">
        <MenuList onLogOut={onLogOut} />
      </nav>
      <PhoneMenu onLogOut={onLogOut} />
    </div>
  </header>
);
