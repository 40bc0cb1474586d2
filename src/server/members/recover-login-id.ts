import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { memberEndpoints } from '#contract/members.ts';
import { sendCodeIfMember } from '#server/auth/codes/send-code.ts';
import { hashClaim, type CodeScope } from '#server/auth/codes/verification-codes.ts';
import { queueSecurityNotice } from '#server/notifications/queue-notification.ts';
import { countConsumedCodes, consumeCode } from '#server/auth/codes/verify-code.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequestsError } from '#server/http/overload/too-many-requests.ts';
import { findRecoverableMember } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
/** How many times a day a login id is shown to the owner of the phone. */
const MAX_RECOVERIES_PER_DAY = 5;

type RecoveryIdentity = BodyOf<typeof memberEndpoints.findIdSendCode>;
type RecoveryProof = BodyOf<typeof memberEndpoints.findIdVerify>;
type RecoveredLoginId = ResponseOf<typeof memberEndpoints.findIdVerify>;

const codeScopeOf = (
  deps: Deps,
  { name, phone }: { readonly name: string; readonly phone: string },
  member: { readonly id: string } | null,
): CodeScope => ({
  purpose: 'FIND_ID',
  phone,
  memberId: member?.id ?? null,
  nameHash: hashClaim(deps, phone, name),
});

export const sendLoginIdRecoveryCode = async (deps: Deps, { name, phoneNumber: phone }: RecoveryIdentity) => {
  const member = await findRecoverableMember(deps.db, { name, phone });
  return sendCodeIfMember(deps, codeScopeOf(deps, { name, phone }, member));
};

/** Consumes a code that was sent to this member's phone and returns the login id. */
export const recoverLoginId = async (
  deps: Deps,
  { name, phoneNumber: phone, code }: RecoveryProof,
): Promise<RecoveredLoginId> => {
  const { db, clock, log, settings } = deps;
  const member = await findRecoverableMember(db, { name, phone });
  const scope = codeScopeOf(deps, { name, phone }, member);
  const isRight = await db.transaction(async (tx) => {
    const isSpent = await consumeCode(tx, deps, scope, code);
    const dayAgo = new Date(clock.now().getTime() - DAY_MS);
    // Rejected inside the transaction, so that the code is not consumed.
    if (
      isSpent &&
      settings.rateLimits &&
      (await countConsumedCodes(tx, scope, dayAgo)) > MAX_RECOVERIES_PER_DAY
    )
      throw tooManyRequestsError(DAY_MS / 1_000);
    if (isSpent && member !== null)
      await queueSecurityNotice(tx, { kind: 'LOGIN_ID_FOUND', memberId: member.id }, clock.now());
    return isSpent;
  });
  if (!isRight || member === null) throw appError('CODE_WRONG');
  log.info({ event: 'login_id_found', memberId: member.id });
  return { loginId: member.loginId };
};
