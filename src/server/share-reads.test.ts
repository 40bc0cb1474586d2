import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareReads } from './share-reads.ts';

/** Reads that end when they are told to; each answers its number. */
const openReads = () => {
  const ends: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const share = shareReads<number>();
  const ask = (question = 'month') =>
    share(question, () => new Promise((resolve, reject) => void ends.push({ resolve, reject })));
  return { ask, ends, end: (index: number) => ends[index]?.resolve(index) };
};

describe('who asks', () => {
  afterEach(() => void vi.useRealTimers());

  it('while nobody reads is not kept waiting, and gets the answer alone', async () => {
    const { ask, ends, end } = openReads();
    const first = ask();
    expect(ends).toHaveLength(1);
    end(0);
    expect(await first).toBe(0);
    const second = ask();
    end(1);
    expect(await second).toBe(1);
  });

  it('while another reads shares the next with all who do, begun after they asked', async () => {
    const { ask, ends, end } = openReads();
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(ends).toHaveLength(1);
    end(0);
    expect(await first).toBe(0);
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    const late = ask();
    end(1);
    expect(await Promise.all(others)).toEqual([1, 1, 1]);
    await vi.waitFor(() => expect(ends).toHaveLength(3));
    end(2);
    expect(await late).toBe(2);
  });

  it('something else waits for nobody', () => {
    const { ask, ends } = openReads();
    void ask('2026-12');
    void ask('2027-01');
    expect(ends).toHaveLength(2);
  });

  it('after one that failed is answered all the same', async () => {
    const { ask, ends, end } = openReads();
    const first = ask();
    const second = ask();
    ends[0]?.reject(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    end(1);
    expect(await second).toBe(1);
  });

  it('waits no longer than a moment for one that does not end', async () => {
    vi.useFakeTimers();
    const { ask, ends, end } = openReads();
    const stuck = ask();
    const second = ask();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    end(1);
    expect(await second).toBe(1);
    const third = ask();
    end(2);
    expect(await third).toBe(2);
    end(0);
    expect(await stuck).toBe(0);
  });
});
