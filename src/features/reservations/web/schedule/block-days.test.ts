import { expect, it } from 'vitest';
import { defaultSlots } from '../../contract/slots.ts';
import { fillDays, findMissing, formatDays, formatWeekdays, hasGap, type BlockDraft } from './block-days.ts';

const draft: BlockDraft = {
  days: ['2026-12-04'],
  timeSlots: undefined,
  isWeekly: false,
  until: '',
  note: '',
};

it('chosen days are shown as a range, or by their dates when they are apart', () => {
  expect(formatDays(['2026-12-03'])).toBe('12월 3일(목)');
  expect(formatDays(fillDays(['2026-12-31', '2027-01-02']))).toBe('12월 31일(목) ~ 1월 2일(토)');
  const apart = ['2026-12-03', '2026-12-05', '2026-12-07', '2026-12-14'];
  expect(hasGap(apart)).toBe(true);
  expect(formatDays(apart)).toBe('12월 3일(목), 12월 5일(토), 12월 7일(월) 외 1일');
  expect(formatWeekdays(apart)).toBe('월요일, 목요일, 토요일');
  expect(fillDays([])).toEqual([]);
});

it('a block needs days and times, a weekly one times that its weekdays offer', () => {
  const slotsOf = (weekday: number) => (weekday === 5 ? defaultSlots : []);
  expect(findMissing({ ...draft, days: [] }, slotsOf)).toBe('days');
  expect(findMissing(draft, slotsOf)).toBeUndefined();
  expect(findMissing({ ...draft, timeSlots: [] }, slotsOf)).toBe('timeSlots');
  expect(findMissing({ ...draft, isWeekly: true }, slotsOf)).toBeUndefined();
  expect(findMissing({ ...draft, isWeekly: true, days: ['2026-12-05'] }, slotsOf)).toBe('timeSlots');
});
