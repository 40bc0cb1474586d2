/** A fixed window: at most `limit` calls in `seconds`, counted for each address, member or phone, or for all together. */
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

/** Every limit by time that a call can name. Wrong codes and passwords are counted elsewhere. */
export const rateLimits = {
  /** Every call, before its token and body are read. */
  request: [{ by: 'address', limit: 600, seconds: MINUTE_S }],
  read: [{ by: 'address', limit: 300, seconds: MINUTE_S }],
  search: [{ by: 'address', limit: 30, seconds: MINUTE_S }],
  write: [{ by: 'member', limit: 30, seconds: MINUTE_S }],
  booking: [
    { by: 'member', limit: 10, seconds: MINUTE_S },
    { by: 'address', limit: 60, seconds: HOUR_S },
  ],
  // Apart from `booking`: trying one slot after another must not use up the bookings.
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
  // Apart from `upload`: photos are signed and saved one by one, some of them twice.
  savePhoto: [{ by: 'member', limit: 120, seconds: 10 * MINUTE_S }],
  // Per address only: each load of a form with its draft checks the same id and phone again.
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
    // Messages cost money: bounds what many addresses and phones can spend together.
    { by: 'everyone', limit: 300, seconds: HOUR_S },
  ],
  verifyCode: [{ by: 'address', limit: 30, seconds: 15 * MINUTE_S }],
  login,
  /** Counted apart from `login`: an address kept from one can still use the other. */
  socialLogin: login,
  session: [{ by: 'address', limit: 300, seconds: MINUTE_S }],
} as const satisfies Record<string, readonly RateLimitWindow[]>;

export type RateLimitName = keyof typeof rateLimits;
