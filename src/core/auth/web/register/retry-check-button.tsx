import { Button } from '#platform/web/ui/button.tsx';
import type { AvailabilityResult } from './use-availability-check.ts';

export const RetryCheckButton = ({ state, retry }: AvailabilityResult) =>
  state === 'failed' && (
    <Button variant="secondary" onClick={retry}>
      다시 확인
    </Button>
  );
