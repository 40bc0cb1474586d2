/** A fixed window: at most `limit` calls in `seconds`, counted per IP address, member or phone, or for all together. */
export interface RateLimitWindow {
  readonly by: 'address' | 'member' | 'phone' | 'everyone';
  readonly limit: number;
  readonly seconds: number;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

const login = [
  { by: 'address', limit: 30, seconds: 15 * MINUTE_S },
  { by: 'address', limit: 300, seconds: DAY_S },
] as const;

/** All rate limits that an endpoint can name. Wrong codes and passwords are counted separately. */
export const rateLimits = {
  /** Applies to every request, before its token and body are read. */
  request: [{ by: 'address', limit: 600, seconds: MINUTE_S }],
  read: [{ by: 'address', limit: 300, seconds: MINUTE_S }],
  search: [{ by: 'address', limit: 30, seconds: MINUTE_S }],
  write: [{ by: 'member', limit: 30, seconds: MINUTE_S }],
  booking: [
    { by: 'member', limit: 10, seconds: MINUTE_S },
    { by: 'address', limit: 60, seconds: HOUR_S },
  ],
  // Separate from `booking`: trying several slots must not use up the limit for reservations.
  hold: [
    { by: 'member', limit: 10, seconds: MINUTE_S },
    { by: 'member', limit: 60, seconds: DAY_S },
    { by: 'address', limit: 120, seconds: HOUR_S },
  ],
  inquiry: [
    { by: 'member', limit: 5, seconds: MINUTE_S },
    { by: 'member', limit: 30, seconds: DAY_S },
  ],
  upload: [{ by: 'member', limit: 60, seconds: 10 * MINUTE_S }],
  // Separate from `upload`: photos are signed and saved one by one, some of them twice.
  savePhoto: [{ by: 'member', limit: 120, seconds: 10 * MINUTE_S }],
  // Per IP address only: each load of a form with a draft checks the same id and phone again.
  check: [
    { by: 'address', limit: 60, seconds: MINUTE_S },
    { by: 'address', limit: 600, seconds: HOUR_S },
  ],
  sendCode: [
    { by: 'phone', limit: 3, seconds: 10 * MINUTE_S },
    { by: 'phone', limit: 5, seconds: HOUR_S },
    { by: 'phone', limit: 10, seconds: DAY_S },
    { by: 'address', limit: 10, seconds: HOUR_S },
    { by: 'address', limit: 30, seconds: DAY_S },
    // Messages cost money: bounds the cost of requests from many addresses and phones.
    { by: 'everyone', limit: 300, seconds: HOUR_S },
  ],
  verifyCode: [{ by: 'address', limit: 30, seconds: 15 * MINUTE_S }],
  login,
  /** Counted separately from `login`: a client that is limited in one can still use the other. */
  socialLogin: login,
  session: [{ by: 'address', limit: 300, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly RateLimitWindow[]>;

export type RateLimitName = keyof typeof rateLimits;
