import type { Studio } from '#core/content/contract/studio.ts';
import { MenuList } from './menu/menu-list.tsx';
import { MobileMenu } from './menu/mobile-menu.tsx';
import { StudioLogo } from './studio-logo.tsx';
import styles from './header.module.css';

export const Header = ({ studio }: { studio: Studio }) => (
  <header className={styles.header} data-public-header>
    <div className={styles.bar}>
      <StudioLogo studio={studio} />
      <nav className={styles.deskMenu} aria-label="주 메뉴">
        <MenuList />
      </nav>
      <MobileMenu studio={studio} />
    </div>
  </header>
);
