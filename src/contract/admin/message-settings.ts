import * as z from 'zod/mini';
import { phoneNumber } from '#contract/fields.ts';

/** Messages are only sent between these minutes after midnight in Seoul, except replies to the recipient's own press. */
export const messageHours = { from: 8 * 60, until: 21 * 60 } as const;
const LATEST_REMINDER = 20 * 60 + 30;
const MAX_STUDIO_ADDRESSES = 3;

const TOO_MANY = `${MAX_STUDIO_ADDRESSES}개까지 등록할 수 있습니다.`;
const EMAIL = '이메일 주소를 확인해 주세요.';

const REMINDER_TIME = '08:00부터 20:30까지의 시각을 18:00처럼 입력해 주세요.';

/** Minutes after midnight of `18:00`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const reminderTime = z.string(REMINDER_TIME).check(
  z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, REMINDER_TIME),
  z.refine(
    (time) => minutesOf(time) >= messageHours.from && minutesOf(time) <= LATEST_REMINDER,
    REMINDER_TIME,
  ),
);
const HOURS = '1부터 12까지의 정수를 입력해 주세요.';
const flag = z.boolean('켜거나 꺼 주세요.');

/** Which messages are sent, and when. */
export const messageSettings = z.object({
  booked: flag,
  /** Moves, cancellations and reopenings. */
  changed: flag,
  remindsDayBefore: flag,
  dayBeforeAt: reminderTime,
  remindsHoursBefore: flag,
  hoursBefore: z.int(HOURS).check(z.minimum(1, HOURS), z.maximum(12, HOURS)),
  answered: flag,
  /** Announces new versions of the terms, the privacy policy and the refund rules to all members. */
  termsChanged: z._default(flag, true),
  studioBooked: flag,
  studioAsked: flag,
  /** Mobile numbers and e-mail addresses that the studio's messages go to. */
  studioPhones: z.array(phoneNumber).check(z.maxLength(MAX_STUDIO_ADDRESSES, TOO_MANY)),
  studioEmails: z._default(
    z
      .array(z.string(EMAIL).check(z.email(EMAIL), z.maxLength(100, EMAIL)))
      .check(z.maxLength(MAX_STUDIO_ADDRESSES, TOO_MANY)),
    [],
  ),
});
export type MessageSettings = z.output<typeof messageSettings>;
