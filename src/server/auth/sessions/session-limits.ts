import type { Role } from '#contract/auth.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface SessionLimits {
  /** Life of an access token. */
  readonly accessTokenTtlMs: number;
  /** A refresh token that nobody uses dies after this. */
  readonly idleTimeoutMs: number;
  /** A session ends after this, however much it is used. */
  readonly absoluteTimeoutMs: number;
  /** Sessions of one member at once; a further login ends the oldest. */
  readonly maxSessions: number;
}

/** In milliseconds. */
export const sessionLimits: Readonly<Record<Role, SessionLimits>> = {
  MEMBER: {
    accessTokenTtlMs: 10 * MINUTE_MS,
    idleTimeoutMs: 14 * DAY_MS,
    absoluteTimeoutMs: 30 * DAY_MS,
    maxSessions: 10,
  },
  ADMIN: {
    accessTokenTtlMs: 5 * MINUTE_MS,
    idleTimeoutMs: 2 * HOUR_MS,
    absoluteTimeoutMs: 12 * HOUR_MS,
    maxSessions: 3,
  },
};

/** Both tokens that social login hands over in an address live this long. */
export const HANDOFF_TTL_MS = 5 * MINUTE_MS;

/** Clocks of several instances may differ by this much. */
export const CLOCK_SKEW_MS = 30 * SECOND_MS;

/** So long after its end an access token still names the session to log out of. */
export const LOGOUT_GRACE_MS = DAY_MS;

/** So long a used refresh token yields the same successor again: two tabs, or an answer lost on its way. */
export const REUSE_GRACE_MS = 10 * SECOND_MS;
