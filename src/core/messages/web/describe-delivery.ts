import { formatShortDate, formatTimestamp, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Notification } from '../contract/notifications.ts';
import { describeRefusal } from '../contract/refusal-reasons.ts';

const channels = { SMS: '문자', ALIMTALK: '알림톡', EMAIL: '이메일' } as const;

/** ` 14:05`, with the date when that is not the day on which the message was queued; empty while no time is known. */
const plannedTime = ({ nextAt, createdAt }: Notification): string => {
  if (nextAt === null) return '';
  const date = seoulDate(new Date(nextAt));
  const day = date === seoulDate(new Date(createdAt)) ? '' : ` ${formatShortDate(date)}`;
  return `${day} ${formatTimestamp(new Date(nextAt)).slice(-5)}`;
};

const at = (nextAt: string | null, what: string): string =>
  nextAt === null ? '' : `, ${formatTimestamp(new Date(nextAt)).slice(-5)}에 ${what}`;

/**
 * Whether the provider did not accept the message, with a code that says why, and it is not tried again. A message that was accepted and
 * did not arrive has a channel.
 */
const isRefusedForGood = ({ state, channel, resultCode }: Notification): boolean =>
  state === 'FAILED' && channel === null && resultCode !== null && resultCode !== 'NO_NUMBER';

/** Whether the provider probably refused the message or did not answer: it has failed, or is to be tried or looked up again. */
export const isRefused = (notification: Notification): boolean => {
  const { state, attempts, nextAt, resultCode } = notification;
  if (isRefusedForGood(notification)) return true;
  return (
    nextAt !== null && ((state === 'QUEUED' && attempts > 0) || (state === 'UNKNOWN' && resultCode !== null))
  );
};

/** What became of a message, such as `알림톡 전달 14:02`. */
export const describeDelivery = (notification: Notification): string => {
  const { state, channel, isReplaced, resultCode, settledAt, nextAt, attempts, reservationId } = notification;
  const name = channel === null ? '' : `${channels[channel]} `;
  const time = settledAt === null ? '' : ` ${formatTimestamp(new Date(settledAt)).slice(-5)}`;
  switch (state) {
    case 'SENT':
      return `${name}발송${time}`;
    case 'DELIVERED':
      return isReplaced ? `문자로 대체${time}` : `${name}전달${time}`;
    case 'FAILED':
      if (isRefusedForGood(notification))
        return `실패: ${describeRefusal(resultCode).reason}. 전화로 알려 주세요`;
      if (resultCode === 'NO_NUMBER') return '실패: 번호 없음. 전화로 알려 주세요';
      return resultCode === null ? '실패: 전화로 알려 주세요' : `실패 (${resultCode}): 전화로 알려 주세요`;
    case 'QUEUED':
      return attempts === 0
        ? `발송 예정${plannedTime(notification)}`
        : `${describeRefusal(resultCode).reason}${at(nextAt, '다시 시도')}`;
    case 'SIMULATED':
      return '보내지 않음 (시험)';
    case 'UNKNOWN':
      return nextAt === null ? '확인 필요' : `결과 확인 중${at(nextAt, '다시 조회')}`;
    case 'SUPERSEDED':
      if (resultCode === 'WITHDRAWN') return '탈퇴로 보내지 않음';
      if (resultCode === 'EXPIRED')
        return `보내지 않음 (${reservationId === null ? '시행일이' : '미팅 시간이'} 지남)`;
      return reservationId === null ? '보내지 않음 (시행일이 지났거나 취소됨)' : '보내지 않음 (예약이 바뀜)';
  }
};
