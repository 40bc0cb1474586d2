import { useLocation } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { MenuList } from './menu/menu-list.tsx';
import { MobileMenu } from './menu/mobile-menu.tsx';
import { StudioLogo } from './studio-logo.tsx';
import styles from './header.module.css';

export const Header = ({ studio }: { studio: Studio }) => {
  const { key } = useLocation();
  return (
    <header className={styles.header} data-public-header>
      <div className={styles.bar}>
        <StudioLogo studio={studio} />
        <nav className={styles.deskMenu} aria-label="주 메뉴">
          <MenuList studio={studio} />
        </nav>
        <MobileMenu key={key} studio={studio} />
      </div>
    </header>
  );
};
