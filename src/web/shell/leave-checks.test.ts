import { expect, test } from 'vitest';
import { addLeaveCheck, mayLeave } from './leave-checks.ts';

test('whoever stays is asked no more, and only while there is something to ask', async () => {
  const asked: string[] = [];
  expect(await mayLeave()).toBe(true);
  const checks = [
    addLeaveCheck(async () => asked.push('first') > 0),
    addLeaveCheck(async () => asked.push('second') === 0),
    addLeaveCheck(async () => asked.push('third') > 0),
  ];
  expect(await mayLeave()).toBe(false);
  expect(asked).toEqual(['first', 'second']);
  for (const takeOff of checks) takeOff();
  expect(await mayLeave()).toBe(true);
});
