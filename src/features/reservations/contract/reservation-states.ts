import type { ReservationState } from './reservations.ts';

export const reservationStateLabels: Readonly<Record<ReservationState, string>> = {
  BOOKED: '예약됨',
  COMPLETED: '완료',
  CANCELLED: '취소',
  NO_SHOW: '노쇼',
};
