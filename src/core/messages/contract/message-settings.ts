import * as z from 'zod/mini';
import { check, field, laterCheck, number } from '#core/content/contract/field.ts';
import { phoneNumber } from '#platform/contract/fields.ts';

/**
 * Queued messages are sent between these minutes after midnight in Seoul. Only those marked `sendsAtNight` are sent at any time: those to
 * a customer about what they just did, security notices, and news of an early meeting.
 */
export const messageHours = { from: 8 * 60, until: 21 * 60 } as const;
const LATEST_REMINDER = 20 * 60 + 30;
const MAX_STUDIO_ADDRESSES = 3;

const TOO_MANY = `${MAX_STUDIO_ADDRESSES}개까지 등록할 수 있습니다.`;
const EMAIL = '이메일 주소를 확인해 주세요.';

const REMINDER_TIME = '08:00부터 20:30까지의 시각을 18:00처럼 입력해 주세요.';

/** The minutes after midnight of a time such as `18:00`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const reminderTime = z.string(REMINDER_TIME).check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, REMINDER_TIME),
  z.refine(
    (time) => minutesOf(time) >= messageHours.from && minutesOf(time) <= LATEST_REMINDER,
    REMINDER_TIME,
  ),
);

/** Which messages are sent, and when. */
export const messageFields = {
  booked: check('예약이 확정되면 고객에게 알립니다.'),
  /** Moves, cancellations and reopenings. */
  changed: check('예약을 변경하거나 취소하면 고객에게 알립니다.'),
  remindsDayBefore: check('미팅 전날 고객에게 알립니다.'),
  dayBeforeAt: field('line', '전날 알림 시각', reminderTime, '08:00부터 20:30까지'),
  remindsHoursBefore: check('미팅 몇 시간 전에 고객에게 알립니다.'),
  hoursBefore: number(
    '몇 시간 전',
    1,
    12,
    '21:00부터 08:00까지는 보내지 않습니다. 이른 미팅은 전날 알림으로 대신하거나 전날 20:30에 알립니다.',
  ),
  answered: check('문의에 답변하면 알림을 신청한 고객에게 알립니다.'),
  visibilityChanged: laterCheck('문의를 비밀글로 바꾸거나 공개하면 작성자에게 알립니다.', true),
  /** Announces new versions of the terms, the privacy policy and the refund rules to all active members with a phone number. */
  termsChanged: laterCheck(
    '이용약관, 개인정보 처리방침, 취소·환불 규정이 바뀌면 모든 회원에게 알립니다.',
    true,
  ),
  studioBooked: check('새 예약이 들어오면 스튜디오에 알립니다.'),
  studioAsked: check('새 문의가 들어오면 스튜디오에 알립니다.'),
  /** Mobile numbers to which messages for the studio are sent. */
  studioPhones: field(
    'lines',
    '스튜디오 휴대폰 번호',
    z.array(phoneNumber).check(z.maxLength(MAX_STUDIO_ADDRESSES, TOO_MANY)),
    '한 줄에 하나씩, 3개까지. 관리자가 새 기기에서 로그인하면 첫 번째 번호로, 비밀번호를 찾거나 휴대폰 번호를 바꾸면 모든 번호로 알립니다.',
  ),
  studioEmails: field(
    'lines',
    '스튜디오 이메일 주소',
    z._default(
      z
        .array(z.string(EMAIL).check(z.email(EMAIL), z.maxLength(100, EMAIL)))
        .check(z.maxLength(MAX_STUDIO_ADDRESSES, TOO_MANY)),
      [],
    ),
    '한 줄에 하나씩, 3개까지. 새 예약과 새 문의를 이메일로도 알립니다.',
  ),
};
