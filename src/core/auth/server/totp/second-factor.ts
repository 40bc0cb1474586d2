import { and, eq, isNotNull, lt, isNull } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { appError } from '#platform/contract/errors.ts';
import { decryptText, encryptText } from '#platform/server/crypto/encrypt-text.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { authSections } from '../../contract/sections.ts';
import { limitAttempts, appCodeCounter, recoveryCodeCounter } from '../login/failure-counters.ts';
import { adminRecoveryCodes, adminTotp } from '../tables.ts';

const PERIOD_S = 30;
/** Codes of the previous and the next time step are accepted, because clocks differ. */
const WINDOW = 1;

export const createTotp = (secret: Secret, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** The time step of a valid code; null for a wrong one. */
const findStep = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime();
  const totp = createTotp(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD_S) + delta;
};

interface Claimant {
  readonly memberId: string;
  /** Of the device cookie; null without a valid one. */
  readonly deviceId: string | null;
}

type SecondFactorDeps = Pick<Deps, 'db' | 'clock' | 'authSecret' | 'env'>;

/** Accepts a code of the app once: the step must be newer than the last accepted one. */
const consumeAppCode = async (deps: SecondFactorDeps, memberId: string, code: string): Promise<boolean> => {
  const own = eq(adminTotp.memberId, memberId);
  const [row] = await deps.db.select({ secret: adminTotp.secret }).from(adminTotp).where(own);
  const secret =
    row === undefined ? null : decryptText(deps, { purpose: 'totp', owner: memberId }, row.secret);
  const step = secret === null ? null : findStep(secret, code, deps.clock.now());
  if (step === null) return false;
  const accepted = await deps.db
    .update(adminTotp)
    .set({ lastStep: step })
    .where(and(own, lt(adminTotp.lastStep, step)))
    .returning({ memberId: adminTotp.memberId });
  // Throws instead of returning false, because a right code that is not new is no wrong guess.
  if (accepted.length === 0) throw appError('TOTP_WRONG');
  return true;
};

export const hasSecondFactor = async ({ db }: Pick<Deps, 'db'>, memberId: string): Promise<boolean> =>
  (await db.$count(adminTotp, and(eq(adminTotp.memberId, memberId), isNotNull(adminTotp.confirmedAt)))) > 0;

/**
 * Accepts a code of the app once. Throws TOTP_WRONG for a right code that is not newer than the last accepted one, and TOO_MANY_REQUESTS
 * after too many wrong ones.
 */
const checkAppCode = (
  deps: SecondFactorDeps,
  { memberId, deviceId }: Claimant,
  code: string,
): Promise<boolean> =>
  limitAttempts(deps, appCodeCounter(memberId, deviceId), () => consumeAppCode(deps, memberId, code));

/**
 * Whether the member has no second factor or `code` is valid for it: a code of the app or a recovery code, each once. Throws TOTP_REQUIRED
 * when a code is missing, TOO_MANY_REQUESTS after too many wrong ones, and for a code of the app as `checkAppCode` does.
 */
export const passesSecondFactor = async (
  deps: SecondFactorDeps,
  claimant: Claimant,
  code: string | undefined,
): Promise<boolean> => {
  const { memberId, deviceId } = claimant;
  if (!(await hasSecondFactor(deps, memberId))) return true;
  if (code === undefined) throw appError('TOTP_REQUIRED');
  if (!code.includes('-')) return checkAppCode(deps, claimant, code);
  return limitAttempts(deps, recoveryCodeCounter(memberId, deviceId), async () => {
    const isThis = and(
      eq(adminRecoveryCodes.memberId, memberId),
      eq(adminRecoveryCodes.codeHash, sha256Hex(code)),
    );
    return (await deps.db.delete(adminRecoveryCodes).where(isThis).returning()).length > 0;
  });
};

const RECOVERY_CODES = 10;

/** Stores a new secret, which takes effect with its first code. Throws TOTP_ON when the second factor is on. */
export const startTotp = async (
  deps: Pick<Deps, 'db' | 'authSecret'>,
  { id, loginId }: { readonly id: string; readonly loginId: string | null },
): Promise<{ readonly secret: string; readonly uri: string }> => {
  const secret = new Secret();
  const sealed = encryptText(deps, { purpose: 'totp', owner: id }, secret.base32);
  const fresh = { secret: sealed, lastStep: 0 };
  const stored = await deps.db
    .insert(adminTotp)
    .values({ memberId: id, ...fresh })
    .onConflictDoUpdate({ target: adminTotp.memberId, set: fresh, setWhere: isNull(adminTotp.confirmedAt) })
    .returning({ memberId: adminTotp.memberId });
  if (stored.length === 0) throw appError('TOTP_ON');
  const { name } = await readSection(deps.db, contentSections.identity);
  return { secret: secret.base32, uri: createTotp(secret, name, loginId ?? '').toString() };
};

/**
 * Switches the second factor on with a code of the app; returns new recovery codes, which replace those of an earlier call. Throws
 * NOT_FOUND without a secret, TOTP_WRONG for a wrong or used code and TOO_MANY_REQUESTS after too many wrong ones.
 */
export const confirmTotp = async (
  deps: Deps,
  { code, deviceId }: { readonly code: string; readonly deviceId: string | null },
  change: AuditContext,
): Promise<string[]> => {
  const { id } = change.member;
  if ((await deps.db.$count(adminTotp, eq(adminTotp.memberId, id))) === 0) throw appError('NOT_FOUND');
  if (!(await checkAppCode(deps, { memberId: id, deviceId }, code))) throw appError('TOTP_WRONG');
  const codes = Array.from({ length: RECOVERY_CODES }, generateRandomCode);
  await deps.db.transaction(async (tx) => {
    await tx.update(adminTotp).set({ confirmedAt: change.now }).where(eq(adminTotp.memberId, id));
    await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.memberId, id));
    await tx
      .insert(adminRecoveryCodes)
      .values(codes.map((recovery) => ({ memberId: id, codeHash: sha256Hex(recovery) })));
    await recordAudit(tx, change, { action: 'ENABLE_TOTP', target: `member:${id}` });
  });
  return codes;
};

export const disableTotp = async ({ db }: Pick<Deps, 'db'>, change: AuditContext): Promise<void> => {
  const { id } = change.member;
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(adminTotp)
      .where(and(eq(adminTotp.memberId, id), isNotNull(adminTotp.confirmedAt)))
      .returning({ memberId: adminTotp.memberId });
    if (removed.length > 0) await recordAudit(tx, change, { action: 'DISABLE_TOTP', target: `member:${id}` });
  });
};

export const readTotpState = async ({ db }: Pick<Deps, 'db'>, id: string) => ({
  isOn: await hasSecondFactor({ db }, id),
  isRequired: (await readSection(db, authSections.security)).requiresSecondFactor,
  recoveryCodes: await db.$count(adminRecoveryCodes, eq(adminRecoveryCodes.memberId, id)),
});
