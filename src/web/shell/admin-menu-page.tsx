import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import styles from './admin-menu-page.module.css';
import { adminLinks } from './menu.ts';
import { RequireRole } from './require-role.tsx';

const AdminMenuPage = () => (
  <RequireRole role="admin">
    <NarrowPage title="관리">
      <ul className={styles.links}>
        {adminLinks.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              {label}
              <ChevronRight size={20} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </NarrowPage>
  </RequireRole>
);

export default AdminMenuPage;
