const SAMPLE_INTERVAL_MS = 20;

/** Measures by how much a timer is late, which approximates how long a request waits before this process reads it. */
export const watchEventLoopDelay = (monotonicMs = (): number => performance.now()) => {
  let delayMs = 0;
  let dueAt = monotonicMs() + SAMPLE_INTERVAL_MS;
  const averageNow = (): number => (delayMs + Math.max(0, monotonicMs() - dueAt)) / 2;
  const takeSample = (): void => {
    delayMs = averageNow();
    dueAt = monotonicMs() + SAMPLE_INTERVAL_MS;
  };
  const timer = setInterval(takeSample, SAMPLE_INTERVAL_MS).unref();
  return {
    /**
     * The delay of the event loop in milliseconds, averaged over recent samples. One blocked period counts about half of its length.
     * Each punctual sample halves the delay again. A block counts even before its late timer has run.
     */
    current: (): number => Math.max(delayMs, averageNow()),
    stop: (): void => clearInterval(timer),
  };
};
