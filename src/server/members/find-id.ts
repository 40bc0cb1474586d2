import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import type { memberEndpoints } from '#contract/members.ts';
import { sendCodeIfMember } from '#server/auth/send-code.ts';
import { sendNotice } from '#server/auth/send-notice.ts';
import { countSpentCodes, spendCode } from '#server/auth/try-code.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequests } from '#server/too-many-requests.ts';
import { findRecoverable } from './queries.ts';

const DAY = 24 * 3_600_000;
/** How many times a day an id is shown to whoever holds the phone. */
const MAX_SHOWN = 5;

type Identity = BodyOf<typeof memberEndpoints.findIdSendCode>;
type Proof = BodyOf<typeof memberEndpoints.findIdVerify>;
type Found = ResponseOf<typeof memberEndpoints.findIdVerify>;

export const sendFindIdCode = async (deps: Deps, { name, phoneNumber: phone }: Identity) => {
  const member = await findRecoverable(deps.db, { name, phone });
  return sendCodeIfMember(deps, { purpose: 'FIND_ID', phone, memberId: member?.id ?? null });
};

/** The login id for a code that was sent to this member's phone, once. */
export const findId = async (deps: Deps, { name, phoneNumber: phone, code }: Proof): Promise<Found> => {
  const { db, clock, log, settings } = deps;
  const member = await findRecoverable(db, { name, phone });
  const scope = { purpose: 'FIND_ID', phone, memberId: member?.id ?? null } as const;
  const isRight = await db.transaction(async (tx) => {
    const isSpent = await spendCode(tx, deps, scope, code);
    const dayAgo = new Date(clock.now().getTime() - DAY);
    // Refused inside the transaction, so that the code is not used up.
    if (isSpent && settings.rateLimits && (await countSpentCodes(tx, scope, dayAgo)) > MAX_SHOWN)
      throw tooManyRequests(DAY / 1_000);
    return isSpent;
  });
  if (!isRight || member === null) throw refuse('CODE_WRONG');
  log.info({ event: 'login_id_found', memberId: member.id });
  sendNotice(deps, phone, 'LOGIN_ID_FOUND');
  return { loginId: member.loginId };
};
