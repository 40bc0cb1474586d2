import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { watchEventLoopDelay } from './event-loop-delay.ts';

it('the event-loop delay rises while the event loop is blocked and falls afterwards', async () => {
  const eventLoop = watchEventLoopDelay();
  try {
    // A sample that ends before Node.js has measured the block loses it.
    await vi.waitFor(
      async () => {
        for (const end = performance.now() + 300; performance.now() < end;);
        await sleep(20);
        expect(eventLoop.current()).toBeGreaterThan(20);
      },
      { timeout: 20_000 },
    );
    await vi.waitFor(() => expect(eventLoop.current()).toBeLessThan(20), { timeout: 20_000 });
  } finally {
    eventLoop.stop();
  }
});
