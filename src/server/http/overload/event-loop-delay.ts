import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 100;
const NANOSECONDS_PER_MS = 1_000_000;

export interface EventLoopDelay {
  /** The mean delay of the event loop in the last sample, in milliseconds. */
  current(): number;
  stop(): void;
}

/** Samples how long the event loop was kept busy: about as long as a request waits before this process reads it. */
export const watchEventLoopDelay = (): EventLoopDelay => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    delay = Math.max(0, histogram.mean / NANOSECONDS_PER_MS - RESOLUTION_MS) || 0;
    histogram.reset();
  }, SAMPLE_MS).unref();
  return {
    current: () => delay,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
};
