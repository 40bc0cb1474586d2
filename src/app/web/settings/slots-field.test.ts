import { expect, it } from 'vitest';
import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { slotsToOpen } from './slots-field.tsx';

it('a weekday opens with the slots that it had', () => {
  expect(slotsToOpen(['10-11'], 1, [['09-10'], []])).toEqual(['10-11']);
});

it('a weekday that had no slots opens with those of the nearest open weekday', () => {
  expect(slotsToOpen([], 1, [[], [], [], ['13-14'], ['14-15']])).toEqual(['13-14']);
  expect(slotsToOpen([], 3, [['09-10'], [], ['10-11'], [], ['11-12']])).toEqual(['10-11']);
});

it('a weekday of a week without slots opens with those of a new studio', () => {
  expect(slotsToOpen([], 0, [[], []])).toEqual(defaultSlots);
});
