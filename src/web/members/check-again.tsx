import { Button } from '#web/ui/button.tsx';
import type { AvailabilityField } from './use-availability.ts';

export const CheckAgain = ({ state, checkAgain }: AvailabilityField) =>
  state === 'failed' && (
    <Button variant="secondary" onClick={checkAgain}>
      다시 확인
    </Button>
  );
