import { describe, expect, it } from 'vitest';
import { slotInstant } from '../../contract/bookable-dates.ts';
import { findChangeDeadline, isPastChangeDeadline } from './change-deadline.ts';

const meeting = { date: '2027-01-01', slot: '09-10', state: 'BOOKED' } as const;
const START = '2027-01-01T00:00:00.000Z';

describe('F-15 the deadline to change a reservation', () => {
  it('the change deadline is computed from the start of the meeting in Seoul', () => {
    expect(slotInstant(meeting.date, meeting.slot).toISOString()).toBe(START);
    expect(slotInstant(meeting.date, '21-22').toISOString()).toBe('2027-01-01T12:00:00.000Z');
  });

  it.each([
    [24, '2026-12-31T00:00:00.000Z'],
    [0, START],
    [1, '2026-12-31T23:00:00.000Z'],
    [48, '2026-12-30T00:00:00.000Z'],
    [720, '2026-12-02T00:00:00.000Z'],
  ])('%i hours before: until %s, and no longer from then on', (changeHours, end) => {
    const [before, then] = [new Date(Date.parse(end) - 1), new Date(end)];
    expect(isPastChangeDeadline(meeting, { now: before, changeHours })).toBe(false);
    expect(isPastChangeDeadline(meeting, { now: then, changeHours })).toBe(true);
    expect(findChangeDeadline(meeting, { now: before, changeHours })).toEqual(then);
    expect(findChangeDeadline(meeting, { now: then, changeHours })).toBeNull();
  });

  it.each(['CANCELLED', 'COMPLETED', 'NO_SHOW'] as const)(
    'a reservation in state %s has no change deadline',
    (state) => {
      const policy = { now: new Date('2026-11-21T01:00:00Z'), changeHours: 24 };
      expect(findChangeDeadline({ ...meeting, state }, policy)).toBeNull();
    },
  );
});
