import { expect, it } from 'vitest';
import type { Notification } from '../contract/notifications.ts';
import { describeDelivery, isRefused } from './describe-delivery.ts';

const queued: Notification = {
  id: 1,
  kind: 'RESERVATION_BOOKED',
  label: '예약 확정',
  text: null,
  isToStudio: false,
  questionId: null,
  reservationId: 1,
  memberName: '김민수',
  state: 'QUEUED',
  channel: null,
  isReplaced: false,
  resultCode: null,
  nextAt: '2026-11-21T05:05:00Z',
  attempts: 0,
  createdAt: '2026-11-21T05:00:00Z',
  settledAt: null,
};

it.each([
  [{}, '발송 예정 14:05'],
  [{ nextAt: '2026-11-21T23:00:00Z' }, '발송 예정 11.22(일) 08:00'],
  [{ attempts: 1, resultCode: 'NotEnoughBalance' }, '잔액 부족, 14:05에 다시 시도'],
  [{ attempts: 1, resultCode: 'SMTP_UNREACHED' }, '메일 서버 연결 실패, 14:05에 다시 시도'],
  [{ attempts: 1, resultCode: 'SMTP_535' }, '메일 아이디나 비밀번호 오류, 14:05에 다시 시도'],
  [{ attempts: 1, state: 'UNKNOWN', resultCode: 'NO_RESPONSE' }, '결과 확인 중, 14:05에 다시 조회'],
  [{ attempts: 1, state: 'UNKNOWN', nextAt: null }, '확인 필요'],
  [{ state: 'FAILED', resultCode: 'NotEnoughBalance', nextAt: null }, '실패: 잔액 부족. 전화로 알려 주세요'],
  [{ state: 'FAILED', channel: 'SMS', resultCode: '3018', nextAt: null }, '실패 (3018): 전화로 알려 주세요'],
  [{ state: 'FAILED', resultCode: 'NO_NUMBER', nextAt: null }, '실패: 번호 없음. 전화로 알려 주세요'],
  [{ state: 'SUPERSEDED', resultCode: 'WITHDRAWN', nextAt: null }, '탈퇴로 보내지 않음'],
  [{ state: 'SUPERSEDED', nextAt: null }, '보내지 않음 (예약이 바뀜)'],
  [{ state: 'SUPERSEDED', resultCode: 'EXPIRED', nextAt: null }, '보내지 않음 (미팅 시간이 지남)'],
  [
    { state: 'SUPERSEDED', resultCode: 'EXPIRED', reservationId: null, nextAt: null },
    '보내지 않음 (시행일이 지남)',
  ],
] as const)('a message with %j is described as `%s`', (change, text) => {
  expect(describeDelivery({ ...queued, ...change })).toBe(text);
});

it('what to do stands with a message that was refused for good, not with one that did not arrive', () => {
  const failed = { ...queued, state: 'FAILED', nextAt: null } as const;
  expect(isRefused({ ...failed, resultCode: 'NotEnoughBalance' })).toBe(true);
  expect(isRefused({ ...failed, channel: 'SMS', resultCode: '3018' })).toBe(false);
});
