import { expect, it } from 'vitest';
import { isLinearizable } from './linearizability.ts';
import type { Step } from './linearizability.ts';

/** A read-write register, the usual example object for linearizability. */
const write = (value: string, start: number, end: number, isOptional = false): Step => ({
  start,
  end,
  isOptional,
  isRead: false,
  apply: () => value,
});
const see = (value: string, start: number, end: number): Step => ({
  start,
  end,
  isOptional: false,
  isRead: true,
  apply: (state) => (state === value ? state : null),
});
const anything = (): boolean => true;

it.each<[string, Step[]]>([
  ['one after another', [write('a', 0, 1), see('a', 2, 3), write('b', 4, 5), see('b', 6, 7)]],
  ['a reader within a write may see either', [see('0', 1, 4), write('a', 0, 5), see('a', 2, 3)]],
  [
    'two writers at once, in whichever order fits',
    [write('a', 0, 9), write('b', 0, 9), see('b', 1, 2), see('a', 3, 4)],
  ],
  ['a write without an answer that happened late', [write('a', 0, 1, true), see('0', 2, 3), see('a', 9, 10)]],
  ['a write without an answer that never happened', [write('a', 0, 1, true), see('0', 9, 10)]],
])('has an order: %s', (_, steps) => {
  expect(isLinearizable(steps, '0', anything)).toBe(true);
});

it.each<[string, Step[]]>([
  ['the old value after the write', [write('a', 0, 1), see('0', 2, 3)]],
  ['new, then old', [write('a', 0, 9), see('a', 1, 2), see('0', 3, 4)]],
  [
    'two readers see two writers in different orders',
    [write('a', 0, 1), write('b', 0, 1), see('a', 2, 3), see('b', 4, 5)],
  ],
  ['what nobody wrote', [write('a', 0, 9), see('b', 1, 2)]],
  ['a write before it began', [see('a', 0, 1), write('a', 2, 3)]],
])('has none: %s', (_, steps) => {
  expect(isLinearizable(steps, '0', anything)).toBe(false);
});

it('ends as it must', () => {
  const writers = [write('a', 0, 9), write('b', 0, 9)];
  expect(isLinearizable(writers, '0', (state) => state === 'a')).toBe(true);
  expect(isLinearizable(writers, '0', (state) => state === '0')).toBe(false);
});

it('decides about two hundred who came at once', () => {
  const crowd = Array.from({ length: 200 }, () => see('won', 0, 100));
  expect(isLinearizable([...crowd, write('won', 0, 100)], '0', anything)).toBe(true);
  expect(isLinearizable(crowd, '0', anything)).toBe(false);
});
