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
