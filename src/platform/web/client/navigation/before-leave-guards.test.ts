import { expect, test } from 'vitest';
import { addBeforeLeaveGuard, canLeavePage } from './before-leave-guards.ts';

test('leaving stops at the first guard that refuses, and removed guards are not called', async () => {
  const calls: string[] = [];
  expect(await canLeavePage()).toBe(true);
  const removers = [
    addBeforeLeaveGuard(async () => calls.push('first') > 0),
    addBeforeLeaveGuard(async () => calls.push('second') === 0),
    addBeforeLeaveGuard(async () => calls.push('third') > 0),
  ];
  expect(await canLeavePage()).toBe(false);
  expect(calls).toEqual(['first', 'second']);
  for (const removeGuard of removers) removeGuard();
  expect(await canLeavePage()).toBe(true);
});
