import { eq } from 'drizzle-orm';
import { findPhone, hasPassword, isPhoneTaken } from '#core/auth/server/accounts/queries.ts';
import { sendCode, type CodeSentResponse } from '#core/auth/server/codes/send-code.ts';
import { consumeCode, hasPendingCode, type CodeScope } from '#core/auth/server/codes/verification-codes.ts';
import { verifyCurrentPassword } from '#core/auth/server/login/change-password.ts';
import { queueSecurityNotice, queueStudioNotices } from '#core/auth/server/notices/queue-security-notice.ts';
import { members } from '#core/auth/server/tables.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { fieldMessages } from '#platform/contract/fields.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { profileEndpoints } from '../../contract/profile.ts';

type ChangePhoneInput = BodyOf<typeof profileEndpoints.changePhone>;

const scopeOf = (memberId: string, phone: string): CodeScope => ({
  purpose: 'CHANGE_PHONE',
  phone,
  memberId,
});

/** Sends a code to the new number. Throws PHONE_TAKEN, also for the member's own number, TOO_MANY_REQUESTS and SMS_FAILED. */
export const sendPhoneCode = async (
  deps: Deps,
  memberId: string,
  phone: string,
): Promise<CodeSentResponse> => {
  if (await isPhoneTaken(deps.db, phone)) throw appError('PHONE_TAKEN');
  return sendCode(deps, scopeOf(memberId, phone));
};

/** Throws when the password is missing or wrong, or after too many wrong ones. Members without a password pass. */
const assertCurrentPassword = async (deps: Deps, memberId: string, password?: string): Promise<void> => {
  if (!(await hasPassword(deps.db, memberId))) return;
  if (password === undefined)
    throw appError('INVALID_INPUT', { fields: { password: fieldMessages.passwordMissing } });
  await verifyCurrentPassword(deps, memberId, password);
};

/** Whether this is the member's number already: the same form may be sent twice. Throws PHONE_TAKEN and CODE_WRONG. */
const isChanged = async (deps: Deps, memberId: string, scope: CodeScope): Promise<boolean> => {
  const { db, clock } = deps;
  const isTaken = await isPhoneTaken(db, scope.phone);
  const hasCode = await hasPendingCode(db, scope, clock.now());
  // Read last: a concurrent request of the same member may have used the code.
  if ((await findPhone(db, memberId)) === scope.phone) return true;
  if (isTaken) throw appError('PHONE_TAKEN');
  if (!hasCode) throw appError('CODE_WRONG');
  return false;
};

/** Consumes the code, saves the number and queues the notices. False when the code is not accepted. */
const savePhone = (deps: Deps, memberId: string, scope: CodeScope, code: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const isThis = eq(members.id, memberId);
    const now = deps.clock.now();
    // Locks the member first, as other transactions do, to avoid deadlocks.
    const [member] = await tx
      .select({ phone: members.phone, role: members.role })
      .from(members)
      .where(isThis)
      .for('no key update');
    if (!(await consumeCode(tx, deps, scope, code))) return false;
    await tx.update(members).set({ phone: scope.phone }).where(isThis);
    if (member?.phone != null) {
      const notice = { kind: 'PHONE_CHANGED', memberId, phone: member.phone } as const;
      await queueSecurityNotice(tx, notice, now);
    }
    if (member?.role === 'ADMIN') await queueStudioNotices(tx, 'ADMIN_PHONE_CHANGED', now);
    return true;
  });

/** Changes the member's phone number with a code that was sent to the new number, and with the current password if there is one. */
export const changePhone = async (
  deps: Deps,
  memberId: string,
  { phoneNumber, code, password }: ChangePhoneInput,
): Promise<void> => {
  // First, so that a wrong password does not use up the code.
  await assertCurrentPassword(deps, memberId, password);
  const scope = scopeOf(memberId, phoneNumber);
  if (await isChanged(deps, memberId, scope)) return;
  const saving = savePhone(deps, memberId, scope, code);
  if (await refuseViolation('members_phone_key', 'PHONE_TAKEN', saving))
    deps.log.info({ event: 'phone_changed', memberId });
  else if (!(await isChanged(deps, memberId, scope))) throw appError('CODE_WRONG');
};
