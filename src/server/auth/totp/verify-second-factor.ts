import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { deriveKey } from '#server/auth/derive-key.ts';
import { decryptText } from '#server/auth/encrypt-text.ts';
import { adminRecoveryCodes, adminTotp } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { sha256Hex } from '#server/files/sha256.ts';

const PERIOD_S = 30;
/** Codes of the previous and the next time step are accepted, because clocks differ. */
const WINDOW = 1;

export const createTotp = (secret: Secret, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

export const totpKey = ({ authSecret }: Pick<Deps, 'authSecret'>) => deriveKey(authSecret, 'totp');

/** The time step of a valid code; null for a wrong one. */
const findStep = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime();
  const totp = createTotp(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
};

/** Accepts a code of the app once: the step must be newer than the last accepted one. `isConfirmed` is false for the first code. */
export const consumeAppCode = async (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  memberId: string,
  code: string,
): Promise<boolean> => {
  const own = eq(adminTotp.memberId, memberId);
  const [row] = await deps.db.select({ secret: adminTotp.secret }).from(adminTotp).where(own);
  const secret = row === undefined ? null : decryptText(totpKey(deps), memberId, row.secret);
  const step = secret === null ? null : findStep(secret, code, deps.clock.now());
  if (step === null) return false;
  const accepted = await deps.db
    .update(adminTotp)
    .set({ lastStep: step })
    .where(and(own, lt(adminTotp.lastStep, step)))
    .returning({ memberId: adminTotp.memberId });
  return accepted.length > 0;
};

const consumeRecoveryCode = async (
  { db }: Pick<Deps, 'db'>,
  memberId: string,
  code: string,
): Promise<boolean> => {
  const used = await db
    .delete(adminRecoveryCodes)
    .where(and(eq(adminRecoveryCodes.memberId, memberId), eq(adminRecoveryCodes.codeHash, sha256Hex(code))))
    .returning();
  return used.length > 0;
};

export const hasSecondFactor = async ({ db }: Pick<Deps, 'db'>, memberId: string): Promise<boolean> =>
  (await db.$count(adminTotp, and(eq(adminTotp.memberId, memberId), isNotNull(adminTotp.confirmedAt)))) > 0;

/** Accepts a code of the app or a recovery code, each once. */
export const consumeSecondFactor = (
  deps: Pick<Deps, 'db' | 'clock' | 'authSecret'>,
  memberId: string,
  code: string,
): Promise<boolean> =>
  code.includes('-') ? consumeRecoveryCode(deps, memberId, code) : consumeAppCode(deps, memberId, code);
