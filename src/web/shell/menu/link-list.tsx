import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import styles from './link-list.module.css';
import type { MenuLink } from './menu-links.ts';

export const LinkList = ({ links }: { links: readonly MenuLink[] }) => (
  <ul className="ruled">
    {links.map(({ label, to }) => (
      <li key={to}>
        <Link to={to} className={styles.link}>
          {label}
          <ChevronRight size={20} aria-hidden="true" />
        </Link>
      </li>
    ))}
  </ul>
);
