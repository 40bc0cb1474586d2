import type { Role } from '#contract/auth.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface SessionLimits {
  /** Life of an access token. */
  readonly access: number;
  /** A refresh token that nobody uses dies after this. */
  readonly idle: number;
  /** A session ends after this, however much it is used. */
  readonly absolute: number;
  /** Sessions of one member at once; a further login ends the oldest. */
  readonly count: number;
}

/** In milliseconds. */
export const sessionLimits: Readonly<Record<Role, SessionLimits>> = {
  MEMBER: { access: 10 * MINUTE, idle: 14 * DAY, absolute: 30 * DAY, count: 10 },
  ADMIN: { access: 5 * MINUTE, idle: 2 * HOUR, absolute: 12 * HOUR, count: 3 },
};

/** Both tokens that social login hands over in an address live this long. */
export const HAND_OFF_LIFE = 5 * MINUTE;

/** Clocks of several instances may differ by this much. */
export const LEEWAY = 30 * SECOND;

/** So long after its end an access token still names the session to log out of. */
export const LOGOUT_LEEWAY = DAY;

/** So long a used refresh token yields the same successor again: two tabs, or an answer lost on its way. */
export const REUSE_GRACE = 10 * SECOND;
