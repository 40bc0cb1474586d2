import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { memberEndpoints } from '#core/auth/contract/members.ts';
import { findRecoverableMember } from '#core/auth/server/accounts/queries.ts';
import { sendCodeIfMember } from '#core/auth/server/codes/send-code.ts';
import {
  hasVerifiedCode,
  consumeVerifiedCode,
  verifyCode,
  countConsumedCodes,
  consumeCode,
  hashClaim,
  invalidateCodes,
  type CodeScope,
} from '#core/auth/server/codes/verification-codes.ts';
import { revokeSessions } from '#core/auth/server/login/change-password.ts';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { queueSecurityNotice, queueStudioNotices } from '#core/auth/server/notices/queue-security-notice.ts';
import { members } from '#core/auth/server/tables.ts';
import { DAY_MS } from '#platform/contract/durations.ts';
import type { BodyOf, ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { fieldMessages, newPassword } from '#platform/contract/fields.ts';
import type { Deps } from '#platform/server/deps.ts';
import { tooManyRequestsError } from '#platform/server/http/overload/too-many-requests.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';

/** How many times within 24 hours a login id is shown to the owner of the phone. */
const MAX_RECOVERIES_PER_DAY = 5;

type RecoveryIdentity = BodyOf<typeof memberEndpoints.findIdSendCode>;
type RecoveryProof = BodyOf<typeof memberEndpoints.findIdVerify>;
type RecoveredLoginId = ResponseOf<typeof memberEndpoints.findIdVerify>;

/** Returns the member whom name and phone identify, or null, and the scope of the code. */
const findLoginIdOwner = async (deps: Deps, { name, phoneNumber: phone }: RecoveryIdentity) => {
  const member = await findRecoverableMember(deps.db, { name, phone });
  const nameHash = hashClaim(deps, phone, name);
  const scope: CodeScope = { purpose: 'FIND_ID', phone, memberId: member?.id ?? null, nameHash };
  return { member, scope };
};

export const sendLoginIdRecoveryCode = async (deps: Deps, identity: RecoveryIdentity) =>
  sendCodeIfMember(deps, (await findLoginIdOwner(deps, identity)).scope);

/** Consumes the code that was sent to the member's phone and returns the login id. */
export const recoverLoginId = async (deps: Deps, proof: RecoveryProof): Promise<RecoveredLoginId> => {
  const { db, clock, log, env } = deps;
  const { member, scope } = await findLoginIdOwner(deps, proof);
  const isRight = await db.transaction(async (tx) => {
    const isSpent = await consumeCode(tx, deps, scope, proof.code);
    const dayAgo = new Date(clock.now().getTime() - DAY_MS);
    // Rejected inside the transaction, so that the code is not consumed.
    if (isSpent && env.rateLimits && (await countConsumedCodes(tx, scope, dayAgo)) > MAX_RECOVERIES_PER_DAY)
      throw tooManyRequestsError(DAY_MS / 1_000);
    if (isSpent && member !== null)
      await queueSecurityNotice(tx, { kind: 'LOGIN_ID_FOUND', memberId: member.id }, clock.now());
    return isSpent;
  });
  if (!isRight || member === null) throw appError('CODE_WRONG');
  log.info({ event: 'login_id_found', memberId: member.id });
  return { loginId: member.loginId };
};

type ResetIdentity = BodyOf<typeof memberEndpoints.findPasswordSendCode>;
type ResetProof = BodyOf<typeof memberEndpoints.findPasswordVerifyCode>;
type ResetPasswordInput = BodyOf<typeof memberEndpoints.resetPassword>;

/** Returns the scope of the code, with the member whom login id, name and phone all identify, if any. */
const passwordScopeOf = async (
  deps: Pick<Deps, 'db' | 'authSecret'>,
  { loginId, name, phoneNumber: phone }: ResetIdentity,
): Promise<CodeScope> => {
  const loginIdKey = normalizeLoginId(loginId);
  const member = await findRecoverableMember(deps.db, { name, phone, loginIdKey });
  return {
    purpose: 'FIND_PASSWORD',
    phone,
    memberId: member?.id ?? null,
    nameHash: hashClaim(deps, phone, name),
    loginIdHash: hashClaim(deps, phone, loginIdKey),
  };
};

export const sendPasswordResetCode = async (deps: Deps, identity: ResetIdentity) =>
  sendCodeIfMember(deps, await passwordScopeOf(deps, identity));

/** A verified code allows one new password within 10 minutes. */
export const verifyPasswordResetCode = async (deps: Deps, proof: ResetProof): Promise<void> => {
  const scope = await passwordScopeOf(deps, proof);
  const isRight = await deps.db.transaction((tx) => verifyCode(tx, deps, scope, proof.code));
  if (!isRight || scope.memberId === null) throw appError('CODE_WRONG');
};

/** An admin's password follows the rule of registration. Throws INVALID_INPUT. */
const assertAdminPassword = (password: string): void => {
  if (z.safeParse(newPassword, password).success) return;
  const message = fieldMessages.passwordLength;
  throw appError('INVALID_INPUT', { message, fields: { password: message } });
};

/**
 * Consumes the verified code and sets the new password. The code is looked up even without a member, so that the duration of this step
 * does not reveal whether there is one.
 */
export const resetPassword = async (deps: Deps, reset: ResetPasswordInput): Promise<void> => {
  const { db, clock, log } = deps;
  const now = clock.now();
  const scope = await passwordScopeOf(deps, reset);
  const { memberId, phone } = scope;
  const isVerified = await hasVerifiedCode(db, scope, now);
  if (memberId === null || !isVerified) throw appError('CODE_WRONG');
  const passwordHash = await hashPassword(reset.password);
  const isReplaced = await db.transaction(async (tx) => {
    // Locks the member first, as other transactions do, to avoid deadlocks.
    const [member] = await tx
      .select({ role: members.role })
      .from(members)
      .where(eq(members.id, memberId))
      .for('no key update');
    if (!(await consumeVerifiedCode(tx, deps, scope, reset.code))) return false;
    const isAdmin = member?.role === 'ADMIN';
    // After the code, so that nobody without it learns who is an admin. The rollback keeps the code valid.
    if (isAdmin) assertAdminPassword(reset.password);
    await tx.update(members).set({ passwordHash }).where(eq(members.id, memberId));
    await revokeSessions(tx, memberId, now);
    for (const purpose of ['FIND_ID', 'FIND_PASSWORD'] as const)
      await invalidateCodes(tx, { purpose, phone }, now);
    await queueSecurityNotice(tx, { kind: 'PASSWORD_RESET', memberId }, now);
    if (isAdmin) await queueStudioNotices(tx, 'ADMIN_PASSWORD_RESET', now);
    await completeRequest(tx);
    return true;
  });
  if (!isReplaced) throw appError('CODE_WRONG');
  log.info({ event: 'password_reset', memberId });
};
