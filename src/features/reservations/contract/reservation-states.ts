import type { MeetingKind, ReservationState } from './reservations.ts';

export const reservationStateLabels: Readonly<Record<ReservationState, string>> = {
  BOOKED: '예약 확정',
  COMPLETED: '완료',
  CANCELLED: '취소',
  NO_SHOW: '노쇼',
};

export const meetingKindLabels: Readonly<Record<MeetingKind, string>> = { VISIT: '방문', PHONE: '전화' };
