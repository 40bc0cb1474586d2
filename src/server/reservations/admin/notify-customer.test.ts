import { describe, expect, it } from 'vitest';
import { countSmsBytes, MAX_SMS_BYTES } from '#server/ports/sms/sms-length.ts';
import { formatChangeMessage } from './notify-customer.ts';

const studio = { name: '사진관', phone: '02-000-0000' };
const meeting = { date: '2026-12-31', slot: '12-13' } as const;
const to = { date: '2027-10-10', slot: '21-22' } as const;

describe('formatChangeMessage', () => {
  it.each([
    [{ kind: 'CANCELLED' }, '[사진관] 12월 31일 12시 예약이 취소되었습니다. 문의 02-000-0000'],
    [{ kind: 'REOPENED' }, '[사진관] 12월 31일 12시 예약이 다시 확정되었습니다. 문의 02-000-0000'],
    [
      { kind: 'MOVED', to },
      '[사진관] 12월 31일 12시 예약이 10월 10일 21시로 변경되었습니다. 문의 02-000-0000',
    ],
  ] as const)('%j', (doing, text) => {
    expect(formatChangeMessage(studio, meeting, doing)).toBe(text);
  });

  it.each([
    [{ name: '아주아주 긴 이름을 가진 사진관', phone: '070-0000-0000' }, /^\[아주아주.*문의 070-0000-0000$/],
    [{ name: '사진관', phone: '070-0000-0000, 010-0000-0000' }, /^\[사진관\] .*변경되었습니다\.$/],
  ])('of %j is one message', (from, pattern) => {
    const text = formatChangeMessage(from, meeting, { kind: 'MOVED', to });
    expect(text).toMatch(pattern);
    expect(countSmsBytes(text)).toBeLessThanOrEqual(MAX_SMS_BYTES);
  });
});
