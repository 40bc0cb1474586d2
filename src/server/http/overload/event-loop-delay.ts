import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_INTERVAL_MS = 100;
const NANOSECONDS_PER_MS = 1_000_000;

export interface EventLoopDelay {
  /** The mean delay of the event loop in the last sample, in milliseconds. */
  current(): number;
  stop(): void;
}

/** Measures the event-loop delay, which approximates how long a request waits before this process reads it. */
export const watchEventLoopDelay = (): EventLoopDelay => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delayMs = 0;
  const takeSample = (): void => {
    delayMs = Math.max(0, histogram.mean / NANOSECONDS_PER_MS - RESOLUTION_MS) || 0;
    histogram.reset();
  };
  // After a block Node.js may run timers before it records the delay, which `reset` would then lose. Immediates run after both.
  const timer = setInterval(() => setImmediate(takeSample), SAMPLE_INTERVAL_MS).unref();
  return {
    current: () => delayMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
};
