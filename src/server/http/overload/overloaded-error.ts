import { errors, refuse } from '#contract/errors.ts';
import type { Refusal } from '#contract/errors.ts';

/** 429 for a server that has more to do than it can finish in time. A second later there may be room. */
export const overloadedError = (): Refusal =>
  refuse('TOO_MANY_REQUESTS', { retryAfter: 1, message: errors.UNAVAILABLE.message });
