import styles from './page-skeleton.module.css';

/** Stands where a member's page will be: as high as most of them, so that the footer does not jump. */
export const PageSkeleton = () => (
  <div className={styles.page} aria-hidden="true">
    <div className={styles.title} />
    <div className={styles.block} />
  </div>
);
