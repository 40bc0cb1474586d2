import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { MenuList } from './menu/menu-list.tsx';
import { MobileMenu } from './menu/mobile-menu.tsx';
import styles from './header.module.css';

export const Header = ({ studioName, onLogOut }: { studioName: string; onLogOut: () => void }) => (
  <header className={styles.header} data-public-header>
    <div className={styles.bar}>
      <Link to={paths.home()} className={styles.logo}>
        {studioName}
      </Link>
      <nav className={styles.deskMenu} aria-label="주 메뉴">
        <MenuList onLogOut={onLogOut} />
      </nav>
      <MobileMenu onLogOut={onLogOut} />
    </div>
  </header>
);
