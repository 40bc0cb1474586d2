import type { Log } from '../log.ts';
import type { Sms, SmsProvider } from './sms.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_MS = 30_000;
const OPEN_DURATION_MS = 30_000;

/**
 * Stops sending for at least 30 s after five failures of the provider within 30 s, so that requests do not wait for timeouts. Then one
 * message is tried. A rejected message is not a failure: five invalid numbers must not stop all messages. `now` returns monotonic
 * milliseconds.
 */
export const withCircuitBreaker = (provider: SmsProvider, now: () => number, log: Log): Sms => {
  let failures: number[] = [];
  let openedAt: number | null = null;
  let isTrying = false;
  let lastCode: string | undefined;

  const recordFailure = (): void => {
    failures = [...failures.filter((at) => now() - at < FAILURE_WINDOW_MS), now()];
    if (openedAt === null && failures.length < MAX_FAILURES) return;
    if (openedAt === null) log.error({ event: 'sms_breaker_opened' });
    openedAt = now();
  };
  const close = (): void => {
    failures = [];
    openedAt = null;
    log.info({ event: 'sms_breaker_closed' });
  };

  return {
    ...provider,
    async send(message) {
      const isTrial = openedAt !== null;
      if (openedAt !== null && (isTrying || now() - openedAt < OPEN_DURATION_MS))
        return { outcome: 'rejected', code: lastCode };
      isTrying = isTrial;
      try {
        const { outcome, ...result } = await provider.attempt(message);
        if (outcome === 'unknown' || outcome === 'unavailable') {
          lastCode = result.code;
          recordFailure();
        } else if (isTrial) close();
        return { ...result, outcome: outcome === 'unavailable' ? 'rejected' : outcome };
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
};
