import { expect, it } from 'vitest';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import { formatHistory } from './format-history.ts';

type HistoryInput = Parameters<typeof formatHistory>[0];
type Event = ReservationDetail['history'][number];

const reservation: HistoryInput = {
  createdAt: '2026-11-20T16:00:00.000Z',
  isGuest: false,
  date: '2026-12-02',
  time: '15-16',
  history: [],
};
const event = (part: Partial<Event>): Event => ({
  action: 'MOVED',
  actor: 'MEMBER',
  by: null,
  date: '2026-11-24',
  time: '09-10',
  reason: '',
  at: '2026-11-21T03:00:00.000Z',
  ...part,
});
const formatLines = (part: Partial<HistoryInput>): string[] =>
  formatHistory({ ...reservation, ...part }).map(({ text }) => text);

it('the history starts with the reservation', () => {
  expect(formatLines({})).toEqual(['회원이 예약했습니다.']);
  expect(formatLines({ isGuest: true })).toEqual(['스튜디오에서 예약을 등록했습니다.']);
});

it('each move is shown from its former to its new time', () => {
  const history = [
    event({}),
    event({ date: '2026-11-27', time: '18-19', actor: 'ADMIN', by: 'studio', reason: '정전' }),
    event({ action: 'CANCELLED', date: '2026-12-02', time: '15-16', at: '2026-11-22T03:00:00.000Z' }),
  ];
  expect(formatLines({ history }).slice(1)).toEqual([
    '회원이 일정을 변경했습니다: 11월 24일(화) 오전 9시 → 11월 27일(금) 오후 6시',
    '스튜디오(studio)에서 일정을 변경했습니다: 11월 27일(금) 오후 6시 → 12월 2일(수) 오후 3시',
    '회원이 예약을 취소했습니다.',
  ]);
  expect(formatHistory({ ...reservation, history })[2]?.reason).toBe('정전');
});

it('the history names the year where it differs', () => {
  const history = [event({ date: '2027-01-05', at: '2026-12-31T03:00:00.000Z' })];
  expect(formatLines({ history })[1]).toContain('2027년 1월 5일(화) 오전 9시 → 12월 2일(수) 오후 3시');
});

it.each([
  ['COMPLETED', '완료로 변경했습니다.'],
  ['NO_SHOW', '노쇼로 변경했습니다.'],
  ['REOPENED', '‘예약 확정’ 상태로 복구했습니다.'],
] as const)('%s in words', (action, words) => {
  const history = [event({ action, actor: 'ADMIN' })];
  expect(formatLines({ history })[1]).toBe(`스튜디오에서 ${words}`);
});
