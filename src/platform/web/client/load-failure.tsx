import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from './api/api.ts';

interface LoadFailureProps {
  readonly error: unknown;
  /** Words the failure; `messageOf` by default. */
  readonly describe?: (error: unknown) => string;
  readonly onRetry: () => void;
}

export const LoadFailure = ({ error, describe = messageOf, onRetry }: LoadFailureProps) => (
  <Notice
    tone="error"
    action={
      <Button variant="secondary" onClick={onRetry}>
        다시 시도
      </Button>
    }
  >
    {describe(error)}
  </Notice>
);
