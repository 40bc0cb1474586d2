import { describe, expect, it } from 'vitest';
import { messageKinds } from '#app/server/features.ts';
import { describeDocument } from '#core/content/server/legal/document-announcements.ts';
import { describeReservation } from '#features/reservations/server/messages/queue-reservation-messages.ts';
import { countSmsBytes, MAX_SMS_BYTES } from '#platform/server/ports/sms/sms-length.ts';
import type { MessageKind } from './message-kind.ts';
import { formatMessage, type MessageValues } from './message-text.ts';

const studio = { name: '사진관', phone: '02-000-0000' };
const meeting = {
  id: 1,
  date: '2027-10-10',
  slot: '21-22',
  guestName: null,
  meetingKind: 'VISIT',
  answers: [],
} satisfies Parameters<typeof describeReservation>[0];
const before = { date: '2026-12-31', slot: '12-13' } as const;
const values = {
  카테고리: '웨딩',
  공개여부: '비밀글',
  ...describeReservation(meeting, 'CUSTOMER', before).values,
  ...describeDocument('terms', { version: 2, effectiveOn: '2027-01-31' }),
};

/** Variables of other features get a made-up value of four syllables. */
const valuesOf = ({ text, defaults }: MessageKind): MessageValues => {
  const names = [...text.matchAll(/#\{([^{}]+)\}/g)].map(([, name = '']) => name);
  return { ...Object.fromEntries(names.map((name) => [name, '가나다라'])), ...defaults, ...values };
};

const format = (from: typeof studio, name: string, filled?: MessageValues): string => {
  const kind = messageKinds[name];
  if (kind === undefined) throw new Error(`${name} is no kind of message`);
  return formatMessage(from, kind, filled ?? valuesOf(kind));
};

describe('formatMessage', () => {
  it.each([
    [
      'RESERVATION_BOOKED',
      '[사진관] 10월 10일(일) 오후 9시 사전 미팅 예약이 확정되었습니다. 문의 02-000-0000',
    ],
    [
      'RESERVATION_MOVED',
      '[사진관] 12월 31일 오후 12시 예약이 10월 10일 오후 9시로 변경되었습니다. 문의 02-000-0000',
    ],
    ['RESERVATION_CANCELLED', '[사진관] 10월 10일(일) 오후 9시 예약이 취소되었습니다. 문의 02-000-0000'],
    ['RESERVATION_REOPENED', '[사진관] 10월 10일(일) 오후 9시 예약이 다시 확정되었습니다. 문의 02-000-0000'],
    [
      'REMINDER_DAY_BEFORE',
      '[사진관] 10월 10일(일) 오후 9시 사전 미팅이 예약되어 있습니다. 문의 02-000-0000',
    ],
    ['NEW_RESERVATION', '[사진관] 새 예약: 10월 10일(일) 오후 9시 웨딩'],
    ['QUESTION_ANSWERED', '[사진관] 남기신 문의에 답변이 등록되었습니다.'],
    ['QUESTION_VISIBILITY_CHANGED', '[사진관] 남기신 문의가 비밀글로 변경되었습니다.'],
    ['TERMS_CHANGED', '[사진관] 이용약관이 1월 31일부터 바뀝니다. 홈페이지에서 확인해 주세요.'],
    ['TERMS_WITHDRAWN', '[사진관] 이용약관 1월 31일 변경이 취소되었습니다. 홈페이지에서 확인해 주세요.'],
    ['PASSWORD_RESET', '[사진관] 비밀번호가 변경되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000'],
    ['PHONE_CHANGED', '[사진관] 휴대폰 번호가 변경되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000'],
    [
      'ADMIN_PHONE_CHANGED',
      '[사진관] 관리자의 휴대폰 번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
    ],
  ])('%s', (name, text) => {
    expect(format(studio, name)).toBe(text);
  });

  it('names a meeting by phone', () => {
    const { values: byPhone } = describeReservation({ ...meeting, meetingKind: 'PHONE' }, 'CUSTOMER');
    expect(format(studio, 'RESERVATION_BOOKED', byPhone)).toContain(
      '오후 9시 전화 미팅 예약이 확정되었습니다.',
    );
    expect(format(studio, 'REMINDER_HOURS_BEFORE', byPhone)).toContain('오후 9시 전화 미팅이 예약되어');
  });

  it('ends with what the client answered, as far as one SMS has room', () => {
    const answers = [
      { question: '인원', answer: '3명' },
      { question: '하고 싶은 말', answer: '가나다라 '.repeat(20) },
    ];
    const { values: answered } = describeReservation(
      { ...meeting, meetingKind: 'PHONE', answers },
      'STUDIO 1',
    );
    const text = format({ ...studio, name: '아주아주 긴 이름을 가진 사진관' }, 'NEW_RESERVATION', {
      카테고리: '웨딩',
      ...answered,
    });
    expect(text).toBe(
      '[아주아] 새 예약: 10월 10일 오후 9시 웨딩 전화 미팅, 인원: 3명, 하고 싶은 말: 가나다라 가',
    );
    expect(countSmsBytes(text)).toBeLessThanOrEqual(MAX_SMS_BYTES);
  });

  it('names the minutes of a meeting that does not begin on the hour', () => {
    const half = { ...meeting, date: '2026-12-01', slot: '10:30-11:10' } as const;
    const { values: halfPast } = describeReservation(half, 'CUSTOMER');
    expect(format(studio, 'RESERVATION_BOOKED', halfPast)).toContain('12월 1일(화) 오전 10시 30분 사전 미팅');
    expect(format(studio, 'RESERVATION_MOVED', halfPast)).toContain(
      '12월 1일 오전 10시 30분으로 변경되었습니다.',
    );
  });

  it.each([
    { name: '아주아주 긴 이름을 가진 사진관', phone: '070-0000-0000' },
    { name: '사진관', phone: '070-0000-0000, 010-0000-0000' },
    { name: '가'.repeat(40), phone: '15880000' },
  ])('every message of %j is one SMS without a number of six digits', (from) => {
    for (const name of Object.keys(messageKinds)) {
      const text = format(from, name);
      expect(countSmsBytes(text)).toBeLessThanOrEqual(MAX_SMS_BYTES);
      // Six digits are read as a verification code.
      expect(text).not.toMatch(/(?<!\d)\d{6}(?!\d)/);
    }
  });
});
