/**
 * A fixed window: at most `limit` requests in `seconds`, counted per IP address or member. `ip` is an IPv4 address or the /64 of an
 * IPv6 address; its /48 may send `NETWORK_LIMIT_FACTOR` times as many. Each process counts `request` and `read` for itself.
 */
export interface RateLimitWindow {
  readonly by: 'ip' | 'member';
  readonly limit: number;
  readonly seconds: number;
}

/** How many times the limit of a /64 a whole /48 may use: a provider may give one customer a /48, which is 65,536 /64 networks. */
export const NETWORK_LIMIT_FACTOR = 10;

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const login = [
  { by: 'ip', limit: 30, seconds: 15 * MINUTE_S },
  { by: 'ip', limit: 300, seconds: DAY_S },
] as const;

/** The rate limits by name. Failed logins and wrong codes have separate lockouts in `core/auth/server`. */
export const rateLimits = {
  /**
   * Applies to most API requests from outside, except those answered from the response cache, and to the parts of an uploaded backup,
   * before the token is verified and the body read.
   */
  request: [{ by: 'ip', limit: 600, seconds: MINUTE_S }],
  read: [{ by: 'ip', limit: 300, seconds: MINUTE_S }],
  search: [{ by: 'ip', limit: 30, seconds: MINUTE_S }],
  write: [{ by: 'member', limit: 30, seconds: MINUTE_S }],
  reservation: [
    { by: 'member', limit: 10, seconds: MINUTE_S },
    { by: 'ip', limit: 60, seconds: HOUR_S },
  ],
  // Separate from reservations, so that a member who tries several slots can still reserve one.
  hold: [
    { by: 'member', limit: 10, seconds: MINUTE_S },
    { by: 'member', limit: 60, seconds: DAY_S },
    { by: 'ip', limit: 120, seconds: HOUR_S },
  ],
  releaseHold: [
    { by: 'member', limit: 30, seconds: MINUTE_S },
    { by: 'ip', limit: 300, seconds: HOUR_S },
  ],
  question: [
    { by: 'member', limit: 5, seconds: MINUTE_S },
    { by: 'member', limit: 30, seconds: DAY_S },
  ],
  upload: [{ by: 'member', limit: 60, seconds: 10 * MINUTE_S }],
  // Separate from `upload` and twice as high: an uploaded photo needs one upload URL and one save, and saves are retried.
  savePhoto: [{ by: 'member', limit: 120, seconds: 10 * MINUTE_S }],
  // Not per phone number: each reload of a restored registration draft checks the same login id and phone number again.
  check: [
    { by: 'ip', limit: 60, seconds: MINUTE_S },
    { by: 'ip', limit: 600, seconds: HOUR_S },
  ],
  sendCode: [
    // Also per member: a member's request contains no phone number (the code goes to the stored one) or a freely chosen new one.
    { by: 'member', limit: 3, seconds: 10 * MINUTE_S },
    { by: 'member', limit: 5, seconds: HOUR_S },
    { by: 'member', limit: 10, seconds: DAY_S },
    { by: 'ip', limit: 10, seconds: HOUR_S },
    { by: 'ip', limit: 30, seconds: DAY_S },
  ],
  verifyCode: [{ by: 'ip', limit: 30, seconds: 15 * MINUTE_S }],
  login,
  /** Counted separately, so that an IP address over the password login limit can still use social login, and vice versa. */
  socialLogin: login,
  session: [{ by: 'ip', limit: 300, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly RateLimitWindow[]>;

/** Further limits of verification codes, besides `sendCode`. They count codes and messages, not requests. */
export const codeLimits = {
  /**
   * Codes per phone number. Account recovery counts per number and name instead, so that a stranger who knows only the number cannot use
   * up the owner's limit. It also counts when no member has this number and name, so that nobody learns who is a member.
   */
  phone: [
    { limit: 3, seconds: 10 * MINUTE_S },
    { limit: 5, seconds: HOUR_S },
    { limit: 10, seconds: DAY_S },
  ],
  /** Messages handed to the provider. Bounds the cost of SMS when many IP addresses and phone numbers take part in an attack. */
  everyone: { limit: 300, seconds: HOUR_S },
} as const;

export type RateLimitName = keyof typeof rateLimits;
