import type { ReservationState } from './reservations.ts';

export const reservationStateLabels: Readonly<Record<ReservationState, string>> = {
  BOOKED: '예약 확정',
  COMPLETED: '완료',
  CANCELLED: '취소',
  NO_SHOW: '노쇼',
};
