import { Link } from 'react-router';
import type { Studio } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import styles from './studio-logo.module.css';

/** The studio's logo, or its name. The logo has its size before it is loaded. */
export const LogoOrName = ({ studio: { name, logo } }: { studio: Studio }) =>
  logo ? (
    <picture>
      {logo.dark && <source {...logo.dark} />}
      <img {...logo.light} alt={name} />
    </picture>
  ) : (
    name
  );

/** The studio's logo, or its name, as a link to the home page. */
export const StudioLogo = ({ studio }: { studio: Studio }) => (
  <Link to={paths.home()} className={styles.logo}>
    <LogoOrName studio={studio} />
  </Link>
);
