import { expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import { truncateHistory } from './truncate-history.ts';
import type { BookOperation, FinalState, Operation } from './history.ts';

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
const faultsOf = (history: readonly Operation[], state: FinalState): string[] => {
  const { history: until, faults } = truncateHistory(history, cut, state);
  return [...faults, ...checkHistory(until, state)];
};

// One booking ends before the cut, two in sequence overlap or lie within it, and one starts after it.
const history = [booking(0, 10, 20), booking(1, 90, 150), booking(2, 160, 190), booking(3, 300, 310)];

it.each([[[0]], [[0, 1]], [[0, 1, 2]]])('takes a copy with the bookings %j', (indexes) => {
  expect(faultsOf(history, stateWith(...indexes))).toEqual([]);
});

it.each([
  ['lost what was acknowledged before', [1]],
  ['has what came after another that it lost', [0, 2]],
  ['has what was asked for when it was whole', [0, 1, 2, 3]],
])('refuses a copy that %s', (_, indexes) => {
  expect(faultsOf(history, stateWith(...indexes))).not.toEqual([]);
});

it('takes a copy without a booking across the cut that was acknowledged under two keys, and one with it', () => {
  const first = booking(1, 90, 150);
  const again: BookOperation = {
    ...first,
    args: { ...first.args, key: 'another key' },
    start: 155,
    end: 190,
  };
  const both = [booking(0, 10, 20), first, again];
  expect(faultsOf(both, stateWith(0))).toEqual([]);
  expect(faultsOf(both, stateWith(0, 1))).toEqual([]);
  const before = [booking(0, 10, 20), booking(1, 30, 40), { ...again, start: 50, end: 60 }];
  expect(faultsOf(before, stateWith(0))).not.toEqual([]);
});

it('takes one that has a change across the cut, or has it not, and refuses one without a change from before', () => {
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
  const whole = stateWith(0);
  const event = { reservationId: 0, action: 'CANCELLED', actor: 'MEMBER', date, slot: '09-10' } as const;
  const freed: FinalState = {
    claims: [],
    bookings: whole.bookings.map((row) => ({ ...row, state: 'CANCELLED' })),
    events: [event],
  };
  expect(faultsOf(across, whole)).toEqual([]);
  expect(faultsOf(across, freed)).toEqual([]);
  expect(faultsOf(before, freed)).toEqual([]);
  expect(faultsOf(before, whole)).not.toEqual([]);
});
