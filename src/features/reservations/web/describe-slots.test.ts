import { describe, expect, it } from 'vitest';
import type { AvailableDay } from '../contract/reservations.ts';
import { defaultSlots } from '../contract/slots.ts';
import { countFreeSlots, describeSlots, isBookable } from './describe-slots.ts';

const date = '2026-11-24';
const before = new Date('2026-11-20T00:00:00Z');

const dayWith = (states: Partial<Record<string, 'HELD' | 'TAKEN' | 'PAST' | 'MINE'>> = {}): AvailableDay => ({
  date,
  holiday: null,
  isClosed: false,
  slots: defaultSlots.map((time) => ({ time, state: states[time] ?? 'FREE' })),
});

const stateOf = (choices: ReturnType<typeof describeSlots>, time: string) => {
  const { state, stateLabel } = choices.find(({ value }) => value === time) ?? {};
  return [state, stateLabel];
};

describe('the times of a date', () => {
  it('slots have the states of the server, and the member’s own hold can be chosen', () => {
    const day = dayWith({ '09-10': 'TAKEN', '12-13': 'MINE', '15-16': 'PAST', '21-22': 'HELD' });
    const choices = describeSlots(date, day, { now: before });
    expect(stateOf(choices, '21-22')).toEqual(['taken', '다른 분이 예약하고 있습니다']);
    expect(stateOf(choices, '09-10')).toEqual(['taken', '예약 마감']);
    expect(stateOf(choices, '12-13')).toEqual(['free', '잡아 둔 시간']);
    expect(stateOf(choices, '15-16')).toEqual(['past', '예약 마감']);
    expect(stateOf(choices, '18-19')).toEqual(['free', '예약 가능']);
  });

  it('slots are in the morning, in the afternoon from noon and in the evening from six', () => {
    const slots = ['11:30-12:10', '12-13', '17:50-18:30', '18-19'].map((time) => ({
      time,
      state: 'FREE' as const,
    }));
    const choices = describeSlots(date, { ...dayWith(), slots }, { now: before });
    expect(choices.map(({ group }) => group)).toEqual(['오전', '오후', '오후', '저녁']);
  });

  it('unknown slots count as free, except those that have begun in Seoul', () => {
    const choices = describeSlots(date, undefined, { now: new Date('2026-11-24T03:00:00Z') });
    expect(choices.map(({ state }) => state)).toEqual(['past', 'past', 'free', 'free', 'free']);
  });

  it('the slot of the reservation being moved is marked', () => {
    const choices = describeSlots(date, dayWith({ '18-19': 'TAKEN' }), {
      now: before,
      current: { date, time: '18-19' },
    });
    expect(stateOf(choices, '18-19')).toEqual(['current', '현재 예약']);
  });

  it('visitors can book a free time of a listed date, and none of a date beyond the booking horizon', () => {
    const days = [dayWith({ '21-22': 'TAKEN', '18-19': 'HELD' })];
    expect(isBookable(days, { date, time: '09-10' })).toBe(true);
    expect(isBookable(days, { date, time: '21-22' })).toBe(false);
    expect(isBookable(days, { date, time: '18-19' })).toBe(false);
    expect(isBookable(days, { date, time: '10:30-11:10' })).toBe(false);
    expect(isBookable(days, { date: '2026-11-25', time: '09-10' })).toBe(false);
  });

  it('free slots are counted for the current time', () => {
    expect(countFreeSlots(dayWith({ '21-22': 'TAKEN', '18-19': 'MINE' }), before)).toBe(4);
    expect(countFreeSlots(dayWith({ '21-22': 'TAKEN' }), new Date('2026-11-24T06:00:00Z'))).toBe(1);
  });
});
