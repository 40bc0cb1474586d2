import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { watchEventLoopDelay } from './event-loop-delay.ts';

it('the event-loop delay rises while the event loop is blocked and falls afterwards', async () => {
  const eventLoop = watchEventLoopDelay();
  try {
    await sleep(50);
    for (const end = performance.now() + 300; performance.now() < end;);
    await vi.waitFor(() => expect(eventLoop.current()).toBeGreaterThan(20), { interval: 5 });
    await vi.waitFor(() => expect(eventLoop.current()).toBeLessThan(20), { timeout: 20_000 });
  } finally {
    eventLoop.stop();
  }
});

it('the event-loop delay counts a block during which other timers were due', async () => {
  const eventLoop = watchEventLoopDelay();
  const otherTimer = setInterval(() => {}, 5);
  try {
    for (let round = 0; round < 8; round += 1) {
      await sleep(40 + 10 * round);
      for (const end = performance.now() + 300; performance.now() < end;);
      await vi.waitFor(() => expect(eventLoop.current()).toBeGreaterThan(20), { interval: 5 });
      await vi.waitFor(() => expect(eventLoop.current()).toBeLessThan(20), { timeout: 20_000 });
    }
  } finally {
    clearInterval(otherTimer);
    eventLoop.stop();
  }
});
