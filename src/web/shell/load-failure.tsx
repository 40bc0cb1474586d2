import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface LoadFailureProps {
  readonly message: string;
  readonly onRetry: () => void;
}

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
