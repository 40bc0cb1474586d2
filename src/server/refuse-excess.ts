import { errors, refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';

/**
 * Refuses TOO_MANY_REQUESTS: together they ask more than can be answered in time. Nothing is broken, nobody in particular is to
 * blame, and a second later there may be room.
 */
export const refuseExcess = (): Refusal =>
  refuse('TOO_MANY_REQUESTS', { retryAfter: 1, message: errors.UNAVAILABLE.message });
