import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { formatSlot, slot, slots } from './slots.ts';

describe('slot', () => {
  it('@9-slots a day has exactly five meeting slots', () => {
    expect(slots).toEqual(['09-10', '12-13', '15-16', '18-19', '21-22']);
    for (const value of slots) expect(z.parse(slot, value)).toBe(value);
  });

  it.each(['09-11', '9-10', '10-11', '09:00', '', ' 09-10', null, 9, ['09-10']])(
    'S-112 the slot schema rejects %j',
    (value) => {
      expect(z.safeParse(slot, value).error?.issues[0]?.message).toBe('회의 시간을 선택해 주세요.');
    },
  );

  it('@9-slot-labels formatSlot shows the start and end time of a slot', () => {
    expect(slots.map(formatSlot)).toEqual([
      '09:00 - 10:00',
      '12:00 - 13:00',
      '15:00 - 16:00',
      '18:00 - 19:00',
      '21:00 - 22:00',
    ]);
  });
});
