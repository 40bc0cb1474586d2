/** A fixed window: at most `limit` calls in `seconds`, counted for each address, member or phone, or for all together. */
export interface RateWindow {
  readonly by: 'address' | 'member' | 'phone' | 'everyone';
  readonly limit: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const login = [
  { by: 'address', limit: 30, seconds: 15 * MINUTE },
  { by: 'address', limit: 300, seconds: DAY },
] as const;

/** Every limit by time that a call can name. Wrong codes and passwords are counted elsewhere. */
export const rateLimits = {
  /** Every call, before its token and body are read. */
  request: [{ by: 'address', limit: 600, seconds: MINUTE }],
  read: [{ by: 'address', limit: 300, seconds: MINUTE }],
  search: [{ by: 'address', limit: 30, seconds: MINUTE }],
  write: [{ by: 'member', limit: 30, seconds: MINUTE }],
  booking: [
    { by: 'member', limit: 10, seconds: MINUTE },
    { by: 'address', limit: 60, seconds: HOUR },
  ],
  // Apart from `booking`: trying one slot after another must not use up the bookings.
  hold: [
    { by: 'member', limit: 10, seconds: MINUTE },
    { by: 'member', limit: 60, seconds: DAY },
    { by: 'address', limit: 120, seconds: HOUR },
  ],
  inquiry: [
    { by: 'member', limit: 5, seconds: MINUTE },
    { by: 'member', limit: 30, seconds: DAY },
  ],
  upload: [{ by: 'member', limit: 60, seconds: 10 * MINUTE }],
  // Apart from `upload`: photos are signed and saved one by one, some of them twice.
  savePhoto: [{ by: 'member', limit: 120, seconds: 10 * MINUTE }],
  // Per address only: each load of a form with its draft checks the same id and phone again.
  check: [
    { by: 'address', limit: 60, seconds: MINUTE },
    { by: 'address', limit: 600, seconds: HOUR },
  ],
  sendCode: [
    { by: 'phone', limit: 3, seconds: 10 * MINUTE },
    { by: 'phone', limit: 5, seconds: HOUR },
    { by: 'phone', limit: 10, seconds: DAY },
    { by: 'address', limit: 10, seconds: HOUR },
    { by: 'address', limit: 30, seconds: DAY },
    // Messages cost money: bounds what many addresses and phones can spend together.
    { by: 'everyone', limit: 300, seconds: HOUR },
  ],
  verifyCode: [{ by: 'address', limit: 30, seconds: 15 * MINUTE }],
  login,
  /** Counted apart from `login`: an address kept from one can still use the other. */
  socialLogin: login,
  session: [{ by: 'address', limit: 300, seconds: MINUTE }],
} as const satisfies Record<string, readonly RateWindow[]>;

export type RateLimitName = keyof typeof rateLimits;
