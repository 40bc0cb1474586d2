import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defaultSlots, formatSlot, overlaps, slot, sortSlots, toSlot } from './slots.ts';

describe('slot', () => {
  it('@9-slots a day of a new studio has exactly five meeting slots', () => {
    expect(defaultSlots).toEqual(['09-10', '12-13', '15-16', '18-19', '21-22']);
    for (const value of defaultSlots) expect(z.parse(slot, value)).toBe(value);
  });

  it.each([
    '10-9',
    '9-10',
    '10-10',
    '09:00',
    '',
    ' 09-10',
    null,
    9,
    ['09-10'],
    '09:00-10:00',
    '09:05-10',
    '09:30-25:00',
    '23-24:10',
    'a',
  ])('S-112 the slot schema rejects %j', (value) => {
    expect(z.safeParse(slot, value).error?.issues[0]?.message).toBe('회의 시간을 선택해 주세요.');
  });

  it.each([
    [9 * 60, 10 * 60, '09-10'],
    [9 * 60 + 30, 10 * 60, '09:30-10:00'],
    [0, 10, '00:00-00:10'],
    [23 * 60, 24 * 60, '23-24'],
  ])('the window from minute %i to minute %i is written %s', (start, end, text) => {
    expect(toSlot(start, end)).toBe(text);
    expect(z.parse(slot, text)).toBe(text);
  });

  it('slots that touch do not overlap, and sorting drops repeated ones', () => {
    expect(overlaps('09-10', '10-11')).toBe(false);
    expect(overlaps('09-10', '09:50-10:50')).toBe(true);
    expect(sortSlots(['12-13', '09:30-10:30', '12-13'])).toEqual(['09:30-10:30', '12-13']);
  });

  it('@9-slot-labels formatSlot shows the start and end time of a slot', () => {
    expect(defaultSlots.map(formatSlot)).toEqual([
      '09:00 - 10:00',
      '12:00 - 13:00',
      '15:00 - 16:00',
      '18:00 - 19:00',
      '21:00 - 22:00',
    ]);
  });
});
