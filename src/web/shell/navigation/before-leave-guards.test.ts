import { expect, test } from 'vitest';
import { addBeforeLeaveGuard, canLeavePage } from './before-leave-guards.ts';

test('leaving asks only while there is unsaved input, and stops at the first refusal', async () => {
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
