import { expect, it } from 'vitest';
import { labelDay } from './day-label.ts';

const plain = { date: '2026-11-05', isToday: false, isSelected: false, isDisabled: false };

it('begins with the number that is seen, as a word of its own', () => {
  expect(labelDay(plain)).toBe('5, 2026년 11월 5일 목요일');
});

it('says what the eye is told by colour and shape', () => {
  expect(labelDay({ ...plain, isToday: true, isSelected: true })).toBe(
    '5, 2026년 11월 5일 목요일, 오늘, 선택함',
  );
  expect(labelDay({ ...plain, isDisabled: true })).toBe('5, 2026년 11월 5일 목요일, 예약할 수 없음');
});
