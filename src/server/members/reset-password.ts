import { eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { memberEndpoints } from '#contract/members.ts';
import { endSessions } from '#server/auth/change-password.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { sendCodeIfMember } from '#server/auth/send-code.ts';
import { sendNotice } from '#server/auth/send-notice.ts';
import { hasVerifiedCode, spendVerifiedCode, verifyCode } from '#server/auth/try-code.ts';
import { endCodes } from '#server/auth/verification-codes.ts';
import type { CodeScope } from '#server/auth/verification-codes.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findRecoverable } from './queries.ts';

type Identity = BodyOf<typeof memberEndpoints.findPasswordSendCode>;
type Proof = BodyOf<typeof memberEndpoints.findPasswordVerifyCode>;
type Reset = BodyOf<typeof memberEndpoints.resetPassword>;

/** The member whom id, name and phone all identify, if any. */
const scopeOf = async (
  { db }: Pick<Deps, 'db'>,
  { loginId, name, phoneNumber: phone }: Identity,
): Promise<CodeScope> => {
  const member = await findRecoverable(db, { name, phone, loginIdKey: toLoginIdKey(loginId) });
  return { purpose: 'FIND_PASSWORD', phone, memberId: member?.id ?? null };
};

export const sendFindPasswordCode = async (deps: Deps, identity: Identity) =>
  sendCodeIfMember(deps, await scopeOf(deps, identity));

/** A verified code allows one new password within 10 minutes. */
export const verifyFindPasswordCode = async (deps: Deps, proof: Proof): Promise<void> => {
  const scope = await scopeOf(deps, proof);
  const isRight = await deps.db.transaction((tx) => verifyCode(tx, deps, scope, proof.code));
  if (!isRight || scope.memberId === null) throw refuse('CODE_WRONG');
};

/**
 * Spends the verified code for a new password. The code is looked up without a member too, so that the timing reveals
 * nothing.
 */
export const resetPassword = async (deps: Deps, reset: Reset): Promise<void> => {
  const { db, clock, log } = deps;
  const now = clock.now();
  const scope = await scopeOf(deps, reset);
  const { memberId, phone } = scope;
  const isVerified = await hasVerifiedCode(db, scope, now);
  if (memberId === null || !isVerified) throw refuse('CODE_WRONG');
  const passwordHash = await hashPassword(reset.password);
  const replace = () =>
    db.transaction(async (tx) => {
      // Locks the member first, as everywhere, to avoid deadlocks.
      await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('no key update');
      if (!(await spendVerifiedCode(tx, deps, scope, reset.code))) return false;
      await tx.update(members).set({ passwordHash }).where(eq(members.id, memberId));
      await endSessions(tx, memberId, now);
      for (const purpose of ['FIND_ID', 'FIND_PASSWORD'] as const)
        await endCodes(tx, { purpose, phone }, now);
      return true;
    });
  if (!(await retryTransaction(replace))) throw refuse('CODE_WRONG');
  log.info({ event: 'password_reset', memberId });
  sendNotice(deps, phone, 'PASSWORD_RESET');
};
