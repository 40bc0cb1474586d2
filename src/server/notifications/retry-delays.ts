const MINUTE_MS = 60_000;

/** Delays after the first, second, … attempt that the provider did not accept. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * 60 * MINUTE_MS] as const;
