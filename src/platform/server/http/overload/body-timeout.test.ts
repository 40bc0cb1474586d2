import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { photoUploadLimits } from '#core/files/contract/photo-uploads.ts';
import { bodyTimeouts, enforceBodyTimeout } from './body-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const send = (headers: Record<string, string>) => {
  const destroy = vi.fn<() => void>();
  const request = Object.assign(new EventEmitter(), {
    headers,
    method: 'POST',
    url: '/api/auth/login',
    complete: false,
    socket: { destroy },
  });
  enforceBodyTimeout(request as unknown as IncomingMessage, { defaultMs: 15_000, uploadMs: 300_000 });
  return { request, destroy };
};

it('only a client whose body is late is disconnected', () => {
  const slow = send({ 'content-length': '9' });
  const complete = send({ 'content-length': '9' });
  complete.request.complete = true;
  const gone = send({ 'content-length': '9' });
  gone.request.emit('close');
  const bodiless = send({});
  vi.advanceTimersByTime(14_999);
  expect(slow.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600_000);
  expect(slow.destroy).toHaveBeenCalledOnce();
  for (const { destroy } of [complete, gone, bodiless]) expect(destroy).not.toHaveBeenCalled();
});

it('the largest photo has time at 1.2 Mbit/s, and three of them at 3.4 Mbit/s', () => {
  const seconds = (files: number, megabits: number) =>
    (files * photoUploadLimits.bytes * 8) / (megabits * 1e6);
  for (const needed of [seconds(1, 1.2), seconds(3, 3.4)])
    expect(needed).toBeLessThan(bodyTimeouts.uploadMs / 1_000);
});
