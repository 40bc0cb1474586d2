import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface LoadFailureProps {
  readonly message: string;
  readonly onRetry: () => void;
}

/** In the place of a list that could not be read. */
export const LoadFailure = ({ message, onRetry }: LoadFailureProps) => (
  <Notice
    tone="error"
    action={
      <Button variant="secondary" onClick={onRetry}>
        다시 시도
      </Button>
    }
  >
    {message}
  </Notice>
);
