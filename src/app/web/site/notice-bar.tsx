import { Link } from 'react-router';
import type { HomeContent } from '#core/content/contract/studio.ts';
import { paths } from '#core/content/web/paths.ts';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './notice-bar.module.css';

/** A line at the top of the home page that links to a pinned notice. */
export const NoticeBar = ({ notice: { id, title } }: { notice: NonNullable<HomeContent['notice']> }) => (
  <p className={styles.bar}>
    <Link to={paths.notice(id)} className={cx('row-3 middle small', styles.link)}>
      <span className={cx('strong muted', styles.label)}>공지</span>
      {title}
    </Link>
  </p>
);
