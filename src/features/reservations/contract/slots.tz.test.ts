import { describe, expect, it } from 'vitest';
import { bookableDates, isBookableDate, isPastSlot } from './bookable-dates.ts';
import { defaultSlots } from './slots.ts';

const pastSlots = (date: string, now: string): string[] =>
  defaultSlots.filter((slot) => isPastSlot(date, slot, new Date(now)));

describe(`bookable dates with the machine's time zone set to ${process.env.TZ}`, () => {
  it('the runtime uses the time zone of the TZ variable', () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env.TZ);
  });

  it.each([
    ['00:00:00.000', '2026-11-20T15:00:00.000Z', 0],
    ['08:59:59.999', '2026-11-20T23:59:59.999Z', 0],
    ['09:00:00.000', '2026-11-21T00:00:00.000Z', 1],
    ['11:59:59.999', '2026-11-21T02:59:59.999Z', 1],
    ['12:00:00.000', '2026-11-21T03:00:00.000Z', 2],
    ['20:59:59.999', '2026-11-21T11:59:59.999Z', 4],
    ['21:00:00.000', '2026-11-21T12:00:00.000Z', 5],
    ['23:59:59.999', '2026-11-21T14:59:59.999Z', 5],
  ])("F-15 at %s in Seoul exactly today's slots that have begun are past", (_, now, count) => {
    expect(pastSlots('2026-11-21', now)).toEqual(defaultSlots.slice(0, count));
    expect(pastSlots('2026-11-20', now)).toEqual([...defaultSlots]);
    expect(pastSlots('2026-11-22', now)).toEqual([]);
  });

  it('F-15 the range of bookable dates advances at midnight in Seoul', () => {
    expect(bookableDates(new Date('2026-12-31T14:59:59.999Z'))).toEqual({
      first: '2026-12-31',
      last: '2027-12-31',
    });
    expect(bookableDates(new Date('2026-12-31T15:00:00.000Z'))).toEqual({
      first: '2027-01-01',
      last: '2028-01-01',
    });
  });

  it('dates from today to 365 days ahead are bookable', () => {
    const now = new Date('2026-11-21T01:00:00Z');
    expect(isBookableDate('2026-11-20', now)).toBe(false);
    expect(isBookableDate('2026-11-21', now)).toBe(true);
    expect(isBookableDate('2027-11-21', now)).toBe(true);
    expect(isBookableDate('2027-11-22', now)).toBe(false);
    expect(isBookableDate('2027-02-29', now)).toBe(false);
  });
});
