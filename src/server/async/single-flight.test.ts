import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Reads that end when they are told to; each answers its number. */
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

  it('begins anew for a caller who comes after it ended', async () => {
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

  it('is shared by callers of the same tick', async () => {
    const { ask, begun, end } = openReads();
    const all = [ask(), ask(), ask()];
    await begun(1);
    end(0);
    expect(await Promise.all(all)).toEqual([0, 0, 0]);
  });

  it('is followed by one more for all who call while it runs', async () => {
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

  it('does not wait for a read of another key', async () => {
    const { ask, begun, end } = openReads();
    const [one, other] = [ask('2026-12'), ask('2027-01')];
    await begun(2);
    end(1);
    expect(await other).toBe(1);
    end(0);
    expect(await one).toBe(0);
  });

  it('that fails does not fail the next one', async () => {
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

  it('that never ends holds up later callers for a moment only', async () => {
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
