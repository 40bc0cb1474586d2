import { Badge } from '#platform/web/ui/badge.tsx';
import { reservationStateLabels } from '../contract/reservation-states.ts';
import type { ReservationState } from '../contract/reservations.ts';

const tones = { BOOKED: 'booked', COMPLETED: 'done', CANCELLED: 'plain', NO_SHOW: 'blocked' } as const;

export const ReservationStateBadge = ({ state }: { state: ReservationState }) => (
  <Badge tone={tones[state]}>{reservationStateLabels[state]}</Badge>
);
