import { describe, expect, it } from 'vitest';
import { isQuiet } from '#core/messages/server/quiet-hours.ts';
import { addDays, formatTimestamp, seoulInstant } from '#platform/contract/seoul-time.ts';
import { toSlot } from '../../contract/slots.ts';
import { isBeforeEarlyMeeting } from './meeting-start.ts';
import { findReminders } from './queue-reminders.ts';

const settings = {
  booked: true,
  changed: true,
  remindsDayBefore: true,
  dayBeforeAt: '18:00',
  remindsHoursBefore: true,
  hoursBefore: 2,
  answered: true,
  visibilityChanged: true,
  termsChanged: true,
  studioBooked: true,
  studioAsked: true,
  studioPhones: [],
  studioEmails: [],
};
const date = '2026-12-02';
const longAgo = seoulInstant('2026-11-01', 12);
const dueTimes = (
  slot: Parameters<typeof findReminders>[0]['slot'],
  changes: Partial<typeof settings> = {},
  since = longAgo,
) =>
  findReminders({ date, slot }, since, { ...settings, ...changes }).map(({ dueAt }) =>
    formatTimestamp(dueAt),
  );

describe('findReminders', () => {
  it('reminds at 18:00 of the day before and two hours before the meeting', () => {
    expect(dueTimes('15-16')).toEqual(['2026-12-01 18:00', '2026-12-02 13:00']);
    expect(dueTimes('10:30-11:10')).toEqual(['2026-12-01 18:00', '2026-12-02 08:30']);
    expect(dueTimes('15-16', { dayBeforeAt: '09:30', hoursBefore: 5 })).toEqual([
      '2026-12-01 09:30',
      '2026-12-02 10:00',
    ]);
  });

  it('leaves out the reminder that falls into the night when the day before has one', () => {
    expect(dueTimes('09-10')).toEqual(['2026-12-01 18:00']);
    expect(dueTimes('09-10', { remindsDayBefore: false })).toEqual(['2026-12-01 20:30']);
    // Booked after the reminder of the day before was due.
    expect(dueTimes('09-10', {}, seoulInstant('2026-12-01', 19))).toEqual(['2026-12-01 20:30']);
    expect(dueTimes('23-24', { hoursBefore: 1 })).toEqual(['2026-12-01 18:00', '2026-12-02 20:30']);
  });

  it('reminds of nothing that was booked after it was due', () => {
    expect(dueTimes('15-16', {}, seoulInstant('2026-12-01', 18.5))).toEqual(['2026-12-02 13:00']);
    expect(dueTimes('15-16', {}, seoulInstant('2026-12-02', 14))).toEqual([]);
    expect(dueTimes('15-16', { remindsDayBefore: false, remindsHoursBefore: false })).toEqual([]);
  });

  it('is never due at night or after the meeting began, for any meeting and setting', () => {
    for (let start = 0; start < 24 * 60; start += 10) {
      const slot = toSlot(start, start + 10);
      for (const hoursBefore of [1, 2, 5, 12])
        for (const remindsDayBefore of [true, false])
          for (const { dueAt, until } of findReminders({ date, slot }, longAgo, {
            ...settings,
            hoursBefore,
            remindsDayBefore,
          })) {
            expect(isQuiet(dueAt), `${slot} ${hoursBefore}`).toBe(false);
            expect(dueAt.getTime()).toBeLessThan(until.getTime());
            expect(until.getTime()).toBeLessThanOrEqual(seoulInstant(date, start / 60).getTime());
          }
    }
  });
});

describe('the night', () => {
  it.each([
    [7.99, true],
    [8, false],
    [20.99, false],
    [21, true],
    [0, true],
  ])('at %f is quiet: %s', (hour, quiet) => {
    expect(isQuiet(seoulInstant(date, hour))).toBe(quiet);
  });

  it('a meeting before ten in the morning cannot wait for the end of the night', () => {
    const [night, morning] = [seoulInstant(date, 22), seoulInstant(addDays(date, 1), 6)];
    const tomorrow = { date: addDays(date, 1), slot: '09-10' as const };
    expect([night, morning].map((now) => isBeforeEarlyMeeting(tomorrow, now))).toEqual([true, true]);
    expect(isBeforeEarlyMeeting({ ...tomorrow, slot: '12-13' }, night)).toBe(false);
    expect(isBeforeEarlyMeeting({ ...tomorrow, date: addDays(date, 2) }, night)).toBe(false);
  });
});
