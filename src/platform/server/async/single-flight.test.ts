import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Creates reads that run until the test ends them; the n-th read resolves with n. */
const createReads = () => {
  const ends: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const share = createSingleFlight<number>();
  const read = (key = 'month') =>
    share(key, () => new Promise((resolve, reject) => void ends.push({ resolve, reject })));
  const started = async (count: number): Promise<void> => {
    await expect.poll(() => ends).toHaveLength(count);
  };
  return { read, ends, started, end: (index: number) => ends[index]?.resolve(index) };
};

describe('a single-flight read', () => {
  afterEach(() => void vi.useRealTimers());

  it('a call after a shared read has ended starts a new read', async () => {
    const { read, started, end } = createReads();
    const first = read();
    await started(1);
    end(0);
    expect(await first).toBe(0);
    const second = read();
    await started(2);
    end(1);
    expect(await second).toBe(1);
  });

  it('calls of the same event-loop tick share one read', async () => {
    const { read, started, end } = createReads();
    const all = [read(), read(), read()];
    await started(1);
    end(0);
    expect(await Promise.all(all)).toEqual([0, 0, 0]);
  });

  it('all calls made during a read share the read that follows it', async () => {
    const { read, started, end } = createReads();
    const first = read();
    await started(1);
    const others = [read(), read(), read()];
    end(0);
    expect(await first).toBe(0);
    await started(2);
    const late = read();
    end(1);
    expect(await Promise.all(others)).toEqual([1, 1, 1]);
    await started(3);
    end(2);
    expect(await late).toBe(2);
  });

  it('a single-flight read does not wait for a read of another key', async () => {
    const { read, started, end } = createReads();
    const [one, other] = [read('2026-12'), read('2027-01')];
    await started(2);
    end(1);
    expect(await other).toBe(1);
    end(0);
    expect(await one).toBe(0);
  });

  it('a failed single-flight read does not fail the next one', async () => {
    const { read, ends, started, end } = createReads();
    const first = read();
    await started(1);
    const second = read();
    ends[0]?.reject(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    await started(2);
    end(1);
    expect(await second).toBe(1);
  });

  it('calls during a read that never ends start their own read after a short wait', async () => {
    vi.useFakeTimers();
    const { read, ends, end } = createReads();
    const stuck = read();
    await vi.advanceTimersByTimeAsync(1);
    const second = read();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    end(1);
    expect(await second).toBe(1);
    const third = read();
    await vi.advanceTimersByTimeAsync(1);
    end(2);
    expect(await third).toBe(2);
    end(0);
    expect(await stuck).toBe(0);
  });
});
