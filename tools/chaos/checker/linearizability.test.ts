import { expect, it } from 'vitest';
import { isLinearizable, type Step } from './linearizability.ts';

/** A read-write register, the usual example object for linearizability. */
const write = (value: string, start: number, end: number, isOptional = false): Step => ({
  start,
  end,
  isOptional,
  isRead: false,
  apply: () => value,
});
const read = (value: string, start: number, end: number): Step => ({
  start,
  end,
  isOptional: false,
  isRead: true,
  apply: (state) => (state === value ? state : null),
});
const acceptAny = (): boolean => true;

it.each<[string, Step[]]>([
  ['sequential writes and reads', [write('a', 0, 1), read('a', 2, 3), write('b', 4, 5), read('b', 6, 7)]],
  [
    'reads during a write return the old, then the new value',
    [read('0', 1, 4), write('a', 0, 5), read('a', 2, 3)],
  ],
  [
    'two concurrent writes fit the reads in one of their orders',
    [write('a', 0, 9), write('b', 0, 9), read('b', 1, 2), read('a', 3, 4)],
  ],
  ['an unacknowledged write took effect late', [write('a', 0, 1, true), read('0', 2, 3), read('a', 9, 10)]],
  ['an unacknowledged write never took effect', [write('a', 0, 1, true), read('0', 9, 10)]],
])('isLinearizable accepts steps that have an order: %s', (_, steps) => {
  expect(isLinearizable(steps, '0', acceptAny)).toBe(true);
});

it.each<[string, Step[]]>([
  ['a read returns the old value after the write', [write('a', 0, 1), read('0', 2, 3)]],
  [
    'a read returns the new value and a later one the old value',
    [write('a', 0, 9), read('a', 1, 2), read('0', 3, 4)],
  ],
  [
    'two reads after two writes return different values',
    [write('a', 0, 1), write('b', 0, 1), read('a', 2, 3), read('b', 4, 5)],
  ],
  ['a read returns a value that was never written', [write('a', 0, 9), read('b', 1, 2)]],
  ['a read returns a value before its write started', [read('a', 0, 1), write('a', 2, 3)]],
])('isLinearizable rejects steps that have no order: %s', (_, steps) => {
  expect(isLinearizable(steps, '0', acceptAny)).toBe(false);
});

it('isLinearizable requires an order that leads to an accepted final state', () => {
  const writers = [write('a', 0, 9), write('b', 0, 9)];
  expect(isLinearizable(writers, '0', (state) => state === 'a')).toBe(true);
  expect(isLinearizable(writers, '0', (state) => state === '0')).toBe(false);
});

it('isLinearizable decides about 200 concurrent steps within its search limit', () => {
  const concurrentReads = Array.from({ length: 200 }, () => read('won', 0, 100));
  expect(isLinearizable([...concurrentReads, write('won', 0, 100)], '0', acceptAny)).toBe(true);
  expect(isLinearizable(concurrentReads, '0', acceptAny)).toBe(false);
});
