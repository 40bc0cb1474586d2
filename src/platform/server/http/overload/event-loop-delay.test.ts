import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchEventLoopDelay } from './event-loop-delay.ts';

const SAMPLE_INTERVAL_MS = 20;

let nowMs = 0;
const monotonicMs = (): number => nowMs;
const block = (milliseconds: number): void => void (nowMs += milliseconds);
/** Runs the timers that are due, which is late after a block. */
const runTimers = (): void => {
  nowMs += SAMPLE_INTERVAL_MS;
  vi.advanceTimersByTime(SAMPLE_INTERVAL_MS);
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the event-loop delay is zero while timers are punctual', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  for (let sample = 0; sample < 3; sample += 1) runTimers();
  expect(eventLoop.current()).toBe(0);
});

it('a block counts half in the event-loop delay, and each punctual sample halves it', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  block(300);
  runTimers();
  expect(eventLoop.current()).toBe(150);
  runTimers();
  expect(eventLoop.current()).toBe(75);
  runTimers();
  expect(eventLoop.current()).toBe(37.5);
});

it('repeated blocks raise the event-loop delay towards their length', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  const delays = Array.from({ length: 4 }, () => {
    block(320);
    runTimers();
    return eventLoop.current();
  });
  expect(delays).toEqual([160, 240, 280, 300]);
});

it('requests read before the late timer runs count the block in the event-loop delay', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  block(SAMPLE_INTERVAL_MS + 300);
  expect(eventLoop.current()).toBe(150);
  block(300);
  expect(eventLoop.current()).toBe(300);
});

it('the event-loop delay does not fall before the next sample', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  block(300);
  runTimers();
  block(SAMPLE_INTERVAL_MS + 1);
  expect(eventLoop.current()).toBe(150);
});

it('the event-loop delay counts a block by another timer', () => {
  const eventLoop = watchEventLoopDelay(monotonicMs);
  setTimeout(() => block(300), SAMPLE_INTERVAL_MS / 2);
  runTimers();
  expect(eventLoop.current()).toBe(150);
});

it('a stopped event-loop delay takes no more samples', () => {
  watchEventLoopDelay(monotonicMs).stop();
  expect(vi.getTimerCount()).toBe(0);
});
