import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly label: string;
  readonly shape?: 'line' | 'row' | 'card';
  readonly count?: number;
}

/** A placeholder with about the shape of the loading content, so that the layout shifts less. */
export const Skeleton = ({ label, shape = 'line', count = 3 }: SkeletonProps) => (
  <div role="status" className="stack-3">
    <span className="visually-hidden">{label}</span>
    {Array.from({ length: count }, (_, index) => `${shape}-${index}`).map((key) => (
      <span key={key} className={styles.bone} data-shape={shape} />
    ))}
  </div>
);
