/** A fixed window: at most `limit` calls in `seconds`, counted for each address, member or phone, or for all together. */
export interface RateWindow {
  readonly by: 'address' | 'member' | 'phone' | 'everyone';
  readonly limit: number;
  readonly seconds: number;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Every limit by time that a call can name. Wrong attempts at codes and passwords are counted apart. */
export const rateLimits = {
  /** Every call, before its token and body are looked at: those that are refused for either count too. */
  request: [{ by: 'address', limit: 600, seconds: MINUTE }],
  read: [{ by: 'address', limit: 300, seconds: MINUTE }],
  search: [{ by: 'address', limit: 30, seconds: MINUTE }],
  write: [{ by: 'member', limit: 30, seconds: MINUTE }],
  booking: [
    { by: 'member', limit: 10, seconds: MINUTE },
    { by: 'address', limit: 60, seconds: HOUR },
  ],
  // Of its own: who tries one slot after the other must not use up the tries of the booking itself.
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
  // Apart from `upload`: fifty pictures are signed and saved one by one, and some a second time.
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
    // Messages cost money: whoever has many addresses and phones spends no more than this.
    { by: 'everyone', limit: 300, seconds: HOUR },
  ],
  verifyCode: [{ by: 'address', limit: 30, seconds: 15 * MINUTE }],
  login: [
    { by: 'address', limit: 30, seconds: 15 * MINUTE },
    { by: 'address', limit: 300, seconds: DAY },
  ],
  /** Apart from `login`: who is kept from the one may still use the other. */
  socialLogin: [
    { by: 'address', limit: 30, seconds: 15 * MINUTE },
    { by: 'address', limit: 300, seconds: DAY },
  ],
  session: [{ by: 'address', limit: 300, seconds: MINUTE }],
} as const satisfies Record<string, readonly RateWindow[]>;

export type RateLimitName = keyof typeof rateLimits;
