import { expect, it } from 'vitest';
import { createLateness, waitOf } from './lateness.ts';

const createMachine = () => {
  const state = { time: 1_000, idle: 500 };
  const lateness = createLateness({ now: () => state.time, idle: () => state.idle });
  return {
    lateness,
    work: (milliseconds: number) => void (state.time += milliseconds),
    rest: (milliseconds: number) => {
      state.time += milliseconds;
      state.idle += milliseconds;
    },
  };
};

it('is the time since there was nothing left to look at', () => {
  const { lateness, work, rest } = createMachine();
  work(700);
  expect(lateness()).toBe(700);
  work(300);
  expect(lateness()).toBe(1_000);
  rest(5);
  // It rested at some time since the last look, and may have been busy ever since.
  expect(lateness()).toBe(5);
  work(40);
  expect(lateness()).toBe(45);
  rest(100);
  lateness();
  rest(100);
  expect(lateness()).toBe(100);
});

it('has an end, so that limits stay limits', () => {
  const { lateness, work } = createMachine();
  work(3_600_000);
  expect(lateness()).toBe(60_000);
});

it('is none of what came in another way', () => {
  expect([waitOf(undefined), waitOf({})]).toEqual([0, 0]);
});
