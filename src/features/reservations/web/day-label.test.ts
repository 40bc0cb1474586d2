import { expect, it } from 'vitest';
import { formatDayLabel } from './day-label.ts';

const plain = { date: '2026-11-05', isToday: false, isSelected: false, isDisabled: false };

it('the label of a day begins with the visible number as a separate word and repeats no part of the date', () => {
  expect(formatDayLabel(plain)).toBe('5, 목요일, 2026년 11월');
});

it('the label of a day includes what colour and shape show', () => {
  expect(formatDayLabel({ ...plain, isToday: true, isSelected: true })).toBe(
    '5, 목요일, 2026년 11월, 오늘, 선택됨',
  );
  expect(formatDayLabel({ ...plain, isDisabled: true })).toBe('5, 목요일, 2026년 11월, 예약할 수 없음');
});

it('the label of a day has the number of free times and the holiday', () => {
  expect(formatDayLabel(plain, { holiday: null, freeCount: 3, isClosed: false })).toBe(
    '5, 목요일, 2026년 11월, 예약 가능 3개',
  );
  expect(
    formatDayLabel({ ...plain, date: '2026-12-25' }, { holiday: '성탄절', freeCount: 0, isClosed: false }),
  ).toBe('25, 마감, 금요일, 2026년 12월, 성탄절, 예약 가능 0개');
  expect(formatDayLabel(plain, { holiday: null, freeCount: 0, isClosed: true })).toBe(
    '5, 휴무, 목요일, 2026년 11월, 예약 가능 0개',
  );
});
