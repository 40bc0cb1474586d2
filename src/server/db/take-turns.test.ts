import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

/** One after the other, each as soon as the one before is done. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    _runExclusiveTransaction: <T>(work: () => Promise<T>): Promise<T> => {
      const turn = last.then(work);
      last = turn;
      return turn;
    },
  };
};

/** How far a queue of five has got each time that the loop comes round. */
const watchQueue = async (queue: ReturnType<typeof createQueue>): Promise<number[]> => {
  const seen: number[] = [];
  let done = 0;
  const work = async (): Promise<number> => (done += 1);
  const works = Array.from({ length: 5 }, () => queue._runExclusiveTransaction(work));
  while (done < works.length) {
    await turnOfTheLoop();
    seen.push(done);
  }
  expect(await Promise.all(works)).toEqual([1, 2, 3, 4, 5]);
  return seen;
};

it('lets the loop get on between statements that wait for each other, which it otherwise does not', async () => {
  expect(await watchQueue(createQueue())).toEqual([5]);
  const queue = createQueue();
  takeTurns(queue);
  expect((await watchQueue(queue)).length).toBeGreaterThanOrEqual(5);
});
