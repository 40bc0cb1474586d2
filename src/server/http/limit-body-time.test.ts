import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitBodyTime } from './limit-body-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const send = (headers: Record<string, string>, lateness?: () => number) => {
  const destroy = vi.fn<() => void>();
  const request = Object.assign(new EventEmitter(), {
    headers,
    method: 'POST',
    url: '/api/auth/login',
    complete: false,
    socket: { destroy },
  });
  limitBodyTime(request as unknown as IncomingMessage, { usual: 15_000, upload: 300_000 }, lateness);
  return { request, destroy };
};

it('cuts off a body that does not come in its time, and nothing that has come or is gone', () => {
  const slow = send({ 'content-length': '9' });
  const whole = send({ 'content-length': '9' });
  whole.request.complete = true;
  const gone = send({ 'content-length': '9' });
  gone.request.emit('close');
  const bare = send({});
  vi.advanceTimersByTime(14_999);
  expect(slow.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600_000);
  expect(slow.destroy).toHaveBeenCalledOnce();
  for (const { destroy } of [whole, gone, bare]) expect(destroy).not.toHaveBeenCalled();
});

it('F-25 gives what may lie unread the time for which we did not look, and no more', () => {
  let late = 5_000;
  const { destroy } = send({ 'content-length': '9' }, () => late);
  vi.advanceTimersByTime(19_990);
  expect(destroy).not.toHaveBeenCalled();
  late = 0;
  vi.advanceTimersByTime(20);
  expect(destroy).toHaveBeenCalledOnce();
});
