import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { appError } from '#contract/errors.ts';
import { generateRandomCode } from '#server/auth/random-code.ts';
import { encryptText } from '#server/auth/encrypt-text.ts';
import { adminRecoveryCodes, adminTotp } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { sha256Hex } from '#server/files/sha256.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { checkAppCode, createTotp, hasSecondFactor } from './verify-second-factor.ts';

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
  const { name } = await readSection(deps.db, 'identity');
  return { secret: secret.base32, uri: createTotp(secret, name, loginId ?? '').toString() };
};

/** Switches the second factor on with the first code of the app; returns the recovery codes. */
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
  isRequired: (await readSection(db, 'security')).requiresSecondFactor,
  recoveryCodes: await db.$count(adminRecoveryCodes, eq(adminRecoveryCodes.memberId, id)),
});
