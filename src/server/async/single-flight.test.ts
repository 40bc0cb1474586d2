import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Reads that the test completes; each returns its number. */
const openReads = () => {
  const ends: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const share = createSingleFlight<number>();
  const ask = (question = 'month') =>
    share(question, () => new Promise((resolve, reject) => void ends.push({ resolve, reject })));
  const begun = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  return { ask, ends, begun, end: (index: number) => ends[index]?.resolve(index) };
};

describe('a single-flight read', () => {
  afterEach(() => void vi.useRealTimers());

  it('a single-flight read starts again for a call after it ended', async () => {
    const { ask, begun, end } = openReads();
    const first = ask();
    await begun(1);
    end(0);
    expect(await first).toBe(0);
    const second = ask();
    await begun(2);
    end(1);
    expect(await second).toBe(1);
  });

  it('a single-flight read is shared by calls of the same tick', async () => {
    const { ask, begun, end } = openReads();
    const all = [ask(), ask(), ask()];
    await begun(1);
    end(0);
    expect(await Promise.all(all)).toEqual([0, 0, 0]);
  });

  it('calls during a single-flight read share the next read', async () => {
    const { ask, begun, end } = openReads();
    const first = ask();
    await begun(1);
    const others = [ask(), ask(), ask()];
    end(0);
    expect(await first).toBe(0);
    await begun(2);
    const late = ask();
    end(1);
    expect(await Promise.all(others)).toEqual([1, 1, 1]);
    await begun(3);
    end(2);
    expect(await late).toBe(2);
  });

  it('a single-flight read does not wait for reads of other keys', async () => {
    const { ask, begun, end } = openReads();
    const [one, other] = [ask('2026-12'), ask('2027-01')];
    await begun(2);
    end(1);
    expect(await other).toBe(1);
    end(0);
    expect(await one).toBe(0);
  });

  it('a failed single-flight read does not affect the next one', async () => {
    const { ask, ends, begun, end } = openReads();
    const first = ask();
    await begun(1);
    const second = ask();
    ends[0]?.reject(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    await begun(2);
    end(1);
    expect(await second).toBe(1);
  });

  it('a single-flight read that never ends delays later calls only briefly', async () => {
    vi.useFakeTimers();
    const { ask, ends, end } = openReads();
    const stuck = ask();
    await vi.advanceTimersByTimeAsync(1);
    const second = ask();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    end(1);
    expect(await second).toBe(1);
    const third = ask();
    await vi.advanceTimersByTimeAsync(1);
    end(2);
    expect(await third).toBe(2);
    end(0);
    expect(await stuck).toBe(0);
  });
});
