import type { ReservationState } from '../../contract/reservations.ts';

const texts: Readonly<Record<Exclude<ReservationState, 'CANCELLED'>, string>> = {
  BOOKED: '‘예약 확정’ 상태로 복구했습니다.',
  COMPLETED: '완료로 변경했습니다.',
  NO_SHOW: '노쇼로 변경했습니다.',
};

/**
 * Says what became of a reservation and, after a cancellation, of its time: `isTimeFree` is null when the meeting has begun or this
 * is not known.
 */
export const describeChange = (state: ReservationState, isTimeFree: boolean | null): string => {
  if (state !== 'CANCELLED') return texts[state];
  if (isTimeFree === null) return '취소로 변경했습니다.';
  return isTimeFree
    ? '예약을 취소했습니다. 이제 다른 고객이 이 시간을 예약할 수 있습니다.'
    : '예약을 취소했습니다. 지금은 다른 고객이 예약할 수 없는 시간입니다.';
};
