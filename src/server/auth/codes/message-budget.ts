import { codeLimits } from '#contract/rate-limits.ts';
import type { Deps } from '#server/deps.ts';
import { incrementCounters } from '#server/http/overload/rate-limit-store.ts';
import { windowStartOf } from '#server/http/overload/rate-limiter.ts';
import { tooManyRequestsError } from '#server/http/overload/too-many-requests.ts';

/**
 * Counts one message, or none for a request that looks as if it sent one. Both run the same statement and throw TOO_MANY_REQUESTS
 * when the messages of this hour are used up.
 */
export const countMessage = async (
  { db, clock, settings, log }: Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>,
  messages: 0 | 1,
): Promise<void> => {
  if (!settings.rateLimits) return;
  const now = clock.now();
  const { limit, seconds } = codeLimits.everyone;
  const windowStart = windowStartOf(now, seconds);
  const [sent = 0] = await incrementCounters(db, [{ key: 'code-messages', windowStart, hits: messages }]);
  if (sent - messages >= limit)
    throw tooManyRequestsError((windowStart.getTime() - now.getTime()) / 1_000 + seconds);
  if (messages === 1 && sent === limit / 2) log.warn({ event: 'limit_half_used', name: 'codeMessages' });
};
