import { expect, test } from 'vitest';
import { addBeforeLeaveGuard, canLeavePage } from './before-leave-guards.ts';

test('whoever stays is asked no more, and only while there is something to ask', async () => {
  const asked: string[] = [];
  expect(await canLeavePage()).toBe(true);
  const checks = [
    addBeforeLeaveGuard(async () => asked.push('first') > 0),
    addBeforeLeaveGuard(async () => asked.push('second') === 0),
    addBeforeLeaveGuard(async () => asked.push('third') > 0),
  ];
  expect(await canLeavePage()).toBe(false);
  expect(asked).toEqual(['first', 'second']);
  for (const takeOff of checks) takeOff();
  expect(await canLeavePage()).toBe(true);
});
