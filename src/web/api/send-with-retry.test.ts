import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendWithRetry } from './send-with-retry.ts';

const refusal = (retryAfter?: string): Response =>
  Response.json({}, { status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

describe('F-19 a request rejected by an overloaded server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const sendAll = async (answers: readonly Response[]) => {
    const send = vi.fn<() => Promise<Response>>();
    for (const answer of answers) send.mockResolvedValueOnce(answer);
    const sent = sendWithRetry(send);
    await vi.runAllTimersAsync();
    return { status: (await sent).status, times: send.mock.calls.length };
  };

  it('a rejected request is retried after the Retry-After time', async () => {
    const send = vi.fn<() => Promise<Response>>();
    send.mockResolvedValueOnce(refusal('1')).mockResolvedValueOnce(Response.json([]));
    const sent = sendWithRetry(send);
    await vi.advanceTimersByTimeAsync(999);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(send).toHaveBeenCalledTimes(2);
    expect((await sent).status).toBe(200);
  });

  it('a request fails after three retries', async () => {
    const answers = Array.from({ length: 5 }, () => refusal('1'));
    expect(await sendAll(answers)).toEqual({ status: 429, times: 3 });
  });

  it.each([
    ['a limit that is used up', refusal('40'), 429],
    ['no word of when', refusal(), 429],
    ['another refusal', Response.json({}, { status: 503, headers: { 'retry-after': '1' } }), 503],
    ['an answer', Response.json([]), 200],
  ])('is told from %s', async (_, answer, status) => {
    expect(await sendAll([answer])).toEqual({ status, times: 1 });
  });
});
