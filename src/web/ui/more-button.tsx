import { Button } from './button.tsx';
import styles from './more-button.module.css';

interface MoreButtonProps {
  readonly label: string;
  readonly isLoading?: boolean;
  readonly onMore: () => void;
}

export const MoreButton = ({ label, isLoading, onMore }: MoreButtonProps) => (
  <div className={styles.more}>
    <Button variant="secondary" isLoading={isLoading} onClick={onMore}>
      {label}
    </Button>
  </div>
);
