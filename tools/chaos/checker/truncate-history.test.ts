import { expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { BookOperation, FinalState, Operation } from './history.ts';
import { truncateHistory } from './truncate-history.ts';

const cut = { from: 100, until: 200 };
const slots = ['09-10', '12-13', '15-16', '18-19', '21-22'] as const;
const date = '2026-12-24';
const booking = (index: number, start: number, end: number): BookOperation => ({
  op: 'book',
  args: { memberId: `member${index}`, key: `key${index}`, date, slot: slots[index] ?? '09-10' },
  start,
  end,
  outcome: 'ok',
  code: `CODE${index}`,
});
/** A database with these bookings, each in its own slot. */
const stateWith = (...indexes: readonly number[]): FinalState => ({
  claims: indexes.map((index) => ({
    date,
    slot: slots[index] ?? '09-10',
    kind: 'BOOKED',
    reservationId: index,
    heldBy: null,
  })),
  bookings: indexes.map((index) => ({
    id: index,
    code: `CODE${index}`,
    memberId: `member${index}`,
    state: 'BOOKED',
    date,
    slot: slots[index] ?? '09-10',
  })),
  events: [],
});
const violationsOf = (history: readonly Operation[], state: FinalState): string[] => {
  const { history: truncated, violations } = truncateHistory(history, cut, state);
  return [...violations, ...checkHistory(truncated, state)];
};

// One booking ends before the cut, two in sequence overlap or lie within it, and one starts after it.
const history = [booking(0, 10, 20), booking(1, 90, 150), booking(2, 160, 190), booking(3, 300, 310)];

it.each([[[0]], [[0, 1]], [[0, 1, 2]]])('truncateHistory accepts a copy with the bookings %j', (indexes) => {
  expect(violationsOf(history, stateWith(...indexes))).toEqual([]);
});

it.each([
  ['lacks a booking acknowledged before the copy', [1]],
  ['has a booking requested after another that it lacks', [0, 2]],
  ['has a booking requested after the copy was complete', [0, 1, 2, 3]],
])('truncateHistory rejects a copy that %s', (_, indexes) => {
  expect(violationsOf(history, stateWith(...indexes))).not.toEqual([]);
});

it('truncateHistory accepts a copy with or without a booking that spans the cut and was acknowledged under two keys', () => {
  const first = booking(1, 90, 150);
  const again: BookOperation = {
    ...first,
    args: { ...first.args, key: 'another key' },
    start: 155,
    end: 190,
  };
  const both = [booking(0, 10, 20), first, again];
  expect(violationsOf(both, stateWith(0))).toEqual([]);
  expect(violationsOf(both, stateWith(0, 1))).toEqual([]);
  const before = [booking(0, 10, 20), booking(1, 30, 40), { ...again, start: 50, end: 60 }];
  expect(violationsOf(before, stateWith(0))).not.toEqual([]);
});

it('truncateHistory accepts a copy from before a move whose new slot was requested again afterwards', () => {
  const moved: Operation = {
    op: 'move',
    args: { code: 'CODE0', actor: 'MEMBER', date, slot: '21-22' },
    start: 150,
    end: 160,
    outcome: 'ok',
    code: null,
  };
  const first = booking(0, 10, 20);
  const again = {
    ...first,
    args: { ...first.args, key: 'another key', slot: '21-22' as const },
    start: 170,
    end: 180,
  };
  expect(violationsOf([first, moved, again], stateWith(0))).toEqual([]);
});

it('truncateHistory accepts an attempt without a response that was rejected when it was repeated after the copy', () => {
  const lost: BookOperation = { ...booking(1, 30, 40), outcome: 'unknown', code: null };
  const rejected: BookOperation = { ...booking(1, 300, 310), outcome: 'fail', code: 'SLOT_TAKEN' };
  const known = [booking(0, 10, 20), lost, rejected];
  expect(violationsOf(known, stateWith(0))).toEqual([]);
  expect(violationsOf(known, stateWith(0, 1))).not.toEqual([]);
});

it('truncateHistory accepts a copy with or without a change that spans the cut, and requires a change from before the cut', () => {
  const cancelled = (start: number, end: number): Operation => ({
    op: 'change',
    args: { code: 'CODE0', actor: 'MEMBER', state: 'CANCELLED' },
    start,
    end,
    outcome: 'ok',
    code: null,
  });
  const across = [booking(0, 10, 20), cancelled(90, 210)];
  const before = [booking(0, 10, 20), cancelled(30, 40)];
  const withBooking = stateWith(0);
  const event = { reservationId: 0, action: 'CANCELLED', actor: 'MEMBER', date, slot: '09-10' } as const;
  const freed: FinalState = {
    claims: [],
    bookings: withBooking.bookings.map((row) => ({ ...row, state: 'CANCELLED' })),
    events: [event],
  };
  expect(violationsOf(across, withBooking)).toEqual([]);
  expect(violationsOf(across, freed)).toEqual([]);
  expect(violationsOf(before, freed)).toEqual([]);
  expect(violationsOf(before, withBooking)).not.toEqual([]);
});
