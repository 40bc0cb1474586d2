import type { Notification } from '#contract/notifications.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import { slotStart } from '#contract/slots.ts';
import type { Studio } from '#contract/studio.ts';
import { countSmsBytes, MAX_SMS_BYTES, truncateToSmsBytes } from '#server/ports/sms/sms-length.ts';
import type { Meeting } from './quiet-hours.ts';

export interface MessageReservation {
  readonly meeting: Meeting;
  /** The meeting before the latest change; null before the first. */
  readonly before: Meeting | null;
  readonly shootType: ShootType;
}

/** Formats a meeting as `12월 1일 9시` or `12월 1일 9시 30분`. */
const formatMeeting = ({ date, slot }: Meeting): string => {
  const start = slotStart(slot);
  const minutes = start % 60 === 0 ? '' : ` ${start % 60}분`;
  return `${Number(date.slice(5, 7))}월 ${Number(date.slice(8))}일 ${Math.floor(start / 60)}시${minutes}`;
};

// Contains nothing of the question: others may see the phone's messages.
const questionTexts = {
  QUESTION_ANSWERED: '남기신 문의에 답변이 등록되었습니다.',
  QUESTION_ASKED: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.',
} as const;
type QuestionKind = keyof typeof questionTexts;
const isAboutQuestion = (kind: Notification['kind']): kind is QuestionKind => kind in questionTexts;

const formatReservation = (
  kind: Exclude<Notification['kind'], QuestionKind>,
  { meeting, before, shootType }: MessageReservation,
): string => {
  const time = formatMeeting(meeting);
  switch (kind) {
    case 'RESERVATION_BOOKED':
      return `${time} 사전 미팅 예약이 확정되었습니다.`;
    case 'RESERVATION_MOVED':
      return before === null
        ? `예약이 ${time}로 변경되었습니다.`
        : `${formatMeeting(before)} 예약이 ${time}로 변경되었습니다.`;
    case 'RESERVATION_CANCELLED':
      return `${time} 예약이 취소되었습니다.`;
    case 'RESERVATION_REOPENED':
      return `${time} 예약이 다시 확정되었습니다.`;
    case 'REMINDER_DAY_BEFORE':
    case 'REMINDER_HOURS_BEFORE':
      return `${time} 사전 미팅이 예약되어 있습니다.`;
    case 'NEW_RESERVATION':
      return `새 예약: ${time} ${shootTypeLabels[shootType]}`;
  }
};

/** At least three syllables of the studio's name are kept beside its phone number. */
const MIN_NAME_BYTES = 6;

/** Formats a message that fits one SMS by shortening the studio's name or omitting its phone number. */
export const formatMessage = (
  { name, phone }: Pick<Studio, 'name' | 'phone'>,
  kind: Notification['kind'],
  reservation: MessageReservation | null,
): string => {
  const roomBeside = (rest: string): number => MAX_SMS_BYTES - countSmsBytes(`[] ${rest}`);
  const sign = (rest: string): string => `[${truncateToSmsBytes(name, roomBeside(rest))}] ${rest}`;
  if (isAboutQuestion(kind)) return sign(questionTexts[kind]);
  if (reservation === null) throw new Error('a message about a reservation needs the reservation');
  const text = formatReservation(kind, reservation);
  const withContact = `${text} 문의 ${phone}`;
  const hasRoom = kind !== 'NEW_RESERVATION' && roomBeside(withContact) >= MIN_NAME_BYTES;
  return sign(hasRoom ? withContact : text);
};
