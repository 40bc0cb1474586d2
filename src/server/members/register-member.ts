import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { agreementItems, documentVersions } from '#contract/legal.ts';
import type { memberEndpoints } from '#contract/members.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { hasOpenCode, spendCode } from '#server/auth/try-code.ts';
import type { CodeScope } from '#server/auth/verification-codes.ts';
import type { Db } from '#server/db/connection.ts';
import { consents, members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { findTaken } from './queries.ts';
import { isLoginIdReserved } from './reserved-login-ids.ts';

type Registration = BodyOf<typeof memberEndpoints.register>;
type Registered = ResponseOf<typeof memberEndpoints.register>;

interface NewMember {
  readonly registration: Registration;
  readonly passwordHash: string;
  readonly address: string;
  readonly now: Date;
}

/** The unique keys decide who gets an id or a phone. */
const insertMember = async (
  tx: Pick<Db, 'select' | 'insert' | '$count'>,
  deps: Deps,
  { registration, passwordHash, address, now }: NewMember,
): Promise<void> => {
  const { loginId, name, phoneNumber: phone } = registration;
  const loginIdKey = toLoginIdKey(loginId);
  const [member] = await tx
    .insert(members)
    .values({ loginId, loginIdKey, passwordHash, name, phone, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: members.id });
  // Refused inside the transaction, so that the code is not spent.
  if (member === undefined) throw refuse((await findTaken(tx, loginIdKey, phone)) ?? 'UNAVAILABLE');
  // Checked after the insert, which waits for a concurrent withdrawal.
  if (await isLoginIdReserved(tx, deps, loginIdKey)) throw refuse('LOGIN_ID_TAKEN');
  await tx.insert(consents).values(
    agreementItems.map((item) => ({
      memberId: member.id,
      item,
      version: documentVersions[item],
      address,
      agreedAt: now,
    })),
  );
};

/** Refuses before the slow hash, in an order that the visitor can act on. */
const refuseHopeless = async (
  db: Db,
  registration: Registration,
  scope: CodeScope,
  now: Date,
): Promise<void> => {
  // Read before the member: a concurrent registration uses up the code and inserts the member in one commit.
  const isCodeOpen = await hasOpenCode(db, scope, now);
  const taken = await findTaken(db, toLoginIdKey(registration.loginId), registration.phoneNumber);
  if (taken !== null) throw refuse(taken);
  if (!isCodeOpen) throw refuse('CODE_WRONG');
};

export const registerMember = async (
  deps: Deps,
  registration: Registration,
  { address }: Caller,
): Promise<Registered> => {
  const { db, clock } = deps;
  const now = clock.now();
  const scope: CodeScope = { purpose: 'JOIN', phone: registration.phoneNumber, memberId: null };
  await refuseHopeless(db, registration, scope, now);
  const passwordHash = await hashPassword(registration.password);
  const isRegistered = await db.transaction(async (tx) => {
    if (!(await spendCode(tx, deps, scope, registration.code))) return false;
    await insertMember(tx, deps, { registration, passwordHash, address, now });
    return true;
  });
  if (!isRegistered) {
    // The same form sent twice: the second finds the code spent by the first.
    await refuseHopeless(db, registration, scope, now);
    throw refuse('CODE_WRONG');
  }
  return { loginId: registration.loginId, name: registration.name };
};
