import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryWhenOverloaded } from './retry-when-overloaded.ts';

const overloaded = (retryAfter?: string): Response =>
  Response.json({}, { status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('F-19 retries of overload responses', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const sendAll = async (responses: readonly Response[]) => {
    const send = vi.fn<() => Promise<Response>>();
    for (const response of responses) send.mockResolvedValueOnce(response);
    const sent = retryWhenOverloaded(send);
    await vi.runAllTimersAsync();
    return { status: (await sent).status, attempts: send.mock.calls.length };
  };

  it('a 429 is retried after its Retry-After time', async () => {
    const send = vi.fn<() => Promise<Response>>();
    send.mockResolvedValueOnce(overloaded('1')).mockResolvedValueOnce(Response.json([]));
    const sent = retryWhenOverloaded(send);
    await vi.advanceTimersByTimeAsync(999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(send).toHaveBeenCalledTimes(2);
    expect((await sent).status).toBe(200);
  });

  it('a request is given up after three attempts', async () => {
    const responses = Array.from({ length: 5 }, () => overloaded('1'));
    expect(await sendAll(responses)).toEqual({ status: 429, attempts: 3 });
  });

  it.each([
    ['a used-up rate limit', overloaded('40'), 429],
    ['a 429 without Retry-After', overloaded(), 429],
    ['another error status', Response.json({}, { status: 503, headers: { 'retry-after': '1' } }), 503],
    ['a success', Response.json([]), 200],
  ])('a response is returned without a retry for %s', async (_, response, status) => {
    expect(await sendAll([response])).toEqual({ status, attempts: 1 });
  });
});
