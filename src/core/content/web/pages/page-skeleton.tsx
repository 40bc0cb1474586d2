import { cx } from '#platform/web/ui/cx.ts';
import { ScriptNeeded } from './script-needed.tsx';
import styles from './page-skeleton.module.css';

/** Placeholder for a client-rendered page that is loading or redirecting. Its height avoids a jump of the footer. */
export const PageSkeleton = () => (
  <div className={cx('stack-6 start', styles.page)}>
    <ScriptNeeded heading="h1" />
    <div className={styles.title} aria-hidden="true" />
    <div className={styles.block} aria-hidden="true" />
  </div>
);
