import type { ReservationState } from '#contract/reservations.ts';
import { Badge } from '#web/ui/badge.tsx';

export const reservationStateLabels: Readonly<Record<ReservationState, string>> = {
  BOOKED: '예약됨',
  COMPLETED: '완료',
  CANCELLED: '취소',
  NO_SHOW: '노쇼',
};

const tones = { BOOKED: 'booked', COMPLETED: 'done', CANCELLED: 'plain', NO_SHOW: 'blocked' } as const;

export const ReservationStateBadge = ({ state }: { state: ReservationState }) => (
  <Badge tone={tones[state]}>{reservationStateLabels[state]}</Badge>
);
