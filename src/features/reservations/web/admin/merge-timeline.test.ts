import { expect, it } from 'vitest';
import type { Notification } from '#core/messages/contract/notifications.ts';
import { mergeTimeline } from './merge-timeline.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 3, minute)).toISOString();
const message = (id: number, part: Partial<Notification>): Notification => ({
  id,
  kind: 'RESERVATION_BOOKED',
  label: '예약 확정',
  text: null,
  questionId: null,
  reservationId: 1,
  isToStudio: false,
  memberName: '김민수',
  state: 'SENT',
  channel: 'SMS',
  isReplaced: false,
  resultCode: null,
  nextAt: null,
  attempts: 1,
  createdAt: at(0),
  settledAt: null,
  ...part,
});
const event = (minute: number) => ({ at: at(minute), text: `${minute}`, reason: '' });

const orderOf = (...merging: Parameters<typeof mergeTimeline>): (string | number)[] =>
  mergeTimeline(...merging).map(({ entry }) => ('id' in entry ? entry.id : entry.text));

it('messages stand where they were sent, and those that wait where they will be sent', () => {
  const waiting = message(4, { state: 'QUEUED', nextAt: at(50), settledAt: at(1) });
  const late = message(3, { settledAt: at(30) });
  const early = message(2, { settledAt: at(5) });
  expect(orderOf([event(0), event(10), event(40)], [waiting, late, early])).toEqual([
    '0',
    2,
    '10',
    3,
    '40',
    4,
  ]);
});

it('a message without a result stands where it was queued, not where its result is looked up', () => {
  const unknown = message(2, { state: 'UNKNOWN', createdAt: at(5), nextAt: at(60) });
  expect(orderOf([event(0), event(10)], [unknown])).toEqual(['0', 2, '10']);
});

it('what happened at once is in its order: the change, then its messages as they were queued', () => {
  const together = [message(3, { settledAt: at(10) }), message(2, { settledAt: at(10) })];
  expect(orderOf([event(0), event(10)], together)).toEqual(['0', '10', 2, 3]);
});
