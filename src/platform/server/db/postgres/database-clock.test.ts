import { expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

const DATABASE_MS = Date.parse('2026-11-21T01:00:00Z');

/** A clock on a machine whose monotonic time a test moves. `answer` moves it by the round trip of a query. */
const createMovableClock = () => {
  let elapsed = 1_000;
  const clock = createDatabaseClock(() => elapsed);
  const advance = (milliseconds: number): void => void (elapsed += milliseconds);
  const answer = (databaseMs: number, roundTripMs = 0): Promise<void> =>
    clock.synchronize(() => {
      advance(roundTripMs);
      return Promise.resolve(databaseMs);
    });
  return { clock, advance, answer };
};

it("S-120 the clock shows the database's time and runs on by monotonic time until the next answer", async () => {
  const { clock, advance, answer } = createMovableClock();
  await answer(DATABASE_MS);
  advance(1_500);
  expect(clock.now()).toEqual(new Date(DATABASE_MS + 1_500));
  await answer(DATABASE_MS + 60_000);
  expect(clock.now()).toEqual(new Date(DATABASE_MS + 60_000));
  await answer(DATABASE_MS - 60_000);
  expect(clock.now()).toEqual(new Date(DATABASE_MS - 60_000));
});

it('an answer that the round trip explains does not move the clock', async () => {
  const { clock, answer } = createMovableClock();
  await answer(DATABASE_MS);
  // The database answered at once, and the answer took 800 ms.
  await answer(DATABASE_MS + 5, 800);
  expect(clock.now()).toEqual(new Date(DATABASE_MS + 800));
});

it('the clock is never wrong by more than the round trip of an answer', async () => {
  const { clock, answer } = createMovableClock();
  await answer(DATABASE_MS, 40);
  expect(clock.now().getTime() - DATABASE_MS).toBeGreaterThanOrEqual(0);
  expect(clock.now().getTime() - DATABASE_MS).toBeLessThanOrEqual(40);
});

it('a failed query leaves the clock as it was', async () => {
  const { clock, answer } = createMovableClock();
  await answer(DATABASE_MS);
  await expect(clock.synchronize(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(clock.now()).toEqual(new Date(DATABASE_MS));
});
