import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '#platform/contract/durations.ts';
import type { Role } from '#platform/contract/sessions.ts';

interface SessionLimits {
  readonly accessTokenTtlMs: number;
  /** An unused refresh token expires after this time, a handoff token earlier. */
  readonly idleTimeoutMs: number;
  /** A session ends this long after the login, even if it is used. */
  readonly absoluteTimeoutMs: number;
  /** Concurrent sessions of one member; a further login usually revokes one of them. */
  readonly maxSessions: number;
}

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

/** Lifetime of the two tokens that social login passes in a URL. */
export const HANDOFF_TTL_MS = 5 * MINUTE_MS;

/**
 * Tolerated step of the clock, which a time service may set back by seconds. Servers on one database share its clock and differ by
 * milliseconds only.
 */
export const CLOCK_SKEW_MS = 30 * SECOND_MS;

/** How long an expired access token can still be used to log out. */
export const LOGOUT_GRACE_MS = DAY_MS;

/** How long a used refresh token may yield the same successor again, for two tabs or a lost response. */
export const REUSE_GRACE_MS = 10 * SECOND_MS;
