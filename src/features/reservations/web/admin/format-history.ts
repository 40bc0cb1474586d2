import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { ReservationDetail, ReservationEvent } from '../../contract/admin-reservations.ts';
import type { MeetingTime } from '../describe-slots.ts';
import { formatMeetingStart } from '../format-meeting.ts';

const formatActor = ({ actor, by }: ReservationEvent): string => {
  if (actor === 'MEMBER') return '회원이';
  return by === null ? '스튜디오에서' : `스튜디오(${by})에서`;
};

const formatAction = (event: ReservationEvent, after: MeetingTime, told: string): string => {
  switch (event.action) {
    case 'MOVED':
      return `일정을 변경했습니다: ${formatMeetingStart(event, told)} → ${formatMeetingStart(after, told)}`;
    case 'CANCELLED':
      return '예약을 취소했습니다.';
    case 'COMPLETED':
      return '완료로 변경했습니다.';
    case 'NO_SHOW':
      return '노쇼로 변경했습니다.';
    case 'REOPENED':
      return '‘예약 확정’ 상태로 복구했습니다.';
    case 'CORRECTED':
      return '전화번호를 수정했습니다.';
  }
};

export interface HistoryEntry {
  readonly at: string;
  readonly text: string;
  readonly reason: string;
}

/**
 * Formats the history of a reservation as sentences, oldest first. An event stores the time before the change; the time after it is in the
 * next event, or else in the reservation.
 */
export const formatHistory = ({
  createdAt,
  isGuest: isPhoneReservation,
  date,
  time,
  history,
}: Pick<ReservationDetail, 'createdAt' | 'isGuest' | 'date' | 'time' | 'history'>): HistoryEntry[] => {
  const begin = {
    at: createdAt,
    text: isPhoneReservation ? '스튜디오에서 예약을 등록했습니다.' : '회원이 예약했습니다.',
    reason: '',
  };
  const events = history.map((event, index) => {
    const told = seoulDate(new Date(event.at));
    const after = history[index + 1] ?? { date, time };
    return {
      at: event.at,
      text: `${formatActor(event)} ${formatAction(event, after, told)}`,
      reason: event.reason,
    };
  });
  return [begin, ...events];
};
