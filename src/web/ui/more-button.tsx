import { Button } from './button.tsx';
import styles from './more-button.module.css';

interface MoreButtonProps {
  readonly label: string;
  /** How much is shown by now. */
  readonly status?: string;
  readonly isLoading?: boolean;
  readonly onMore: () => void;
}

/** The end of a list that goes on. */
export const MoreButton = ({ label, status, isLoading, onMore }: MoreButtonProps) => (
  <div className={styles.more}>
    {status !== undefined && (
      <p className={styles.status} role="status">
        {status}
      </p>
    )}
    <Button variant="secondary" isLoading={isLoading} onClick={onMore}>
      {label}
    </Button>
  </div>
);
