import { recordConsents } from '#core/content/server/legal/consents.ts';
import type { BodyOf, ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { memberEndpoints } from '../../contract/members.ts';
import { hasPendingCode, consumeCode, type CodeScope } from '../codes/verification-codes.ts';
import { normalizeLoginId } from '../login/normalize-login-id.ts';
import { hashPassword } from '../login/password-hashing.ts';
import { members } from '../tables.ts';
import { findMemberConflict } from './queries.ts';
import { isLoginIdReserved } from './reserved-login-ids.ts';

type RegistrationInput = BodyOf<typeof memberEndpoints.register>;
type RegistrationResult = ResponseOf<typeof memberEndpoints.register>;

/** A taken login id or phone number is reported first, because a new code would not help then. */
const assertCanRegister = async (db: Db, loginIdKey: string, scope: CodeScope, now: Date): Promise<void> => {
  // Read before the member: a concurrent registration consumes the code and inserts the member in one commit.
  const isCodeOpen = await hasPendingCode(db, scope, now);
  const taken = await findMemberConflict(db, loginIdKey, scope.phone);
  if (taken !== null) throw appError(taken);
  if (!isCodeOpen) throw appError('CODE_WRONG');
};

/** Creates a member and consumes the code that was sent to the phone number. */
export const registerMember = async (
  deps: Deps,
  registration: RegistrationInput,
  { ip }: Caller,
): Promise<RegistrationResult> => {
  const { db, clock } = deps;
  const now = clock.now();
  const { loginId, name, phoneNumber: phone } = registration;
  const loginIdKey = normalizeLoginId(loginId);
  const scope: CodeScope = { purpose: 'JOIN', phone, memberId: null };
  await assertCanRegister(db, loginIdKey, scope, now);
  const passwordHash = await hashPassword(registration.password);
  const isRegistered = await db.transaction(async (tx) => {
    if (!(await consumeCode(tx, deps, scope, registration.code))) return false;
    // Unique keys decide between concurrent requests for a login id or phone.
    const [member] = await tx
      .insert(members)
      .values({ loginId, loginIdKey, passwordHash, name, phone, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: members.id });
    // Thrown inside the transaction, so that the code is not consumed.
    if (member === undefined)
      throw appError((await findMemberConflict(tx, loginIdKey, phone)) ?? 'UNAVAILABLE');
    // Checked after the insert, which waits for a concurrent account deletion.
    if (await isLoginIdReserved(tx, deps, loginIdKey)) throw appError('LOGIN_ID_TAKEN');
    await recordConsents(tx, { memberId: member.id, ip, now });
    return true;
  });
  if (!isRegistered) {
    // The same form may be sent twice: the second request finds the code consumed by the first.
    await assertCanRegister(db, loginIdKey, scope, now);
    throw appError('CODE_WRONG');
  }
  return { loginId, name };
};
