import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askTogether } from './ask-together.ts';

it('answers those who ask in one turn at once, each in their place, and asks anew in the next', async () => {
  const asked: (readonly number[])[] = [];
  const double = askTogether<number, number>((numbers) => {
    asked.push(numbers);
    return Promise.resolve(numbers.map((number) => 2 * number));
  }, 3);
  expect(await Promise.all([1, 2, 2, 4].map(double))).toEqual([2, 4, 4, 8]);
  const later = double(1);
  await turnOfTheLoop();
  expect(await Promise.all([later, double(1)])).toEqual([2, 2]);
  expect(asked).toEqual([[1, 2, 2], [4], [1], [1]]);
});

it('fails all of them, and none of those who come after', async () => {
  let isAway = true;
  const ask = askTogether<string, string>((names) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(names),
  );
  const together = await Promise.allSettled(['a', 'b'].map(ask));
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await ask('c')).toBe('c');
});
