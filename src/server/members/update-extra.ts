import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { agreementItems, documentVersions } from '#contract/legal.ts';
import type { memberEndpoints } from '#contract/members.ts';
import { hasOpenCode, spendCode } from '#server/auth/try-code.ts';
import type { CodeScope } from '#server/auth/verification-codes.ts';
import { findDatabaseError } from '#server/db/errors.ts';
import { consents, members } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { isPhoneTaken } from './queries.ts';

type Extra = BodyOf<typeof memberEndpoints.updateExtra>;

const isPending = (id: string) => and(eq(members.id, id), eq(members.status, 'PENDING_SOCIAL'));

const refuseHopeless = async (deps: Deps, memberId: string, scope: CodeScope): Promise<void> => {
  const { db, clock } = deps;
  const isTaken = await isPhoneTaken(db, scope.phone);
  const hasCode = await hasOpenCode(db, scope, clock.now());
  // Checked last: a concurrent form of the same member takes the phone and the code.
  if ((await db.$count(members, isPending(memberId))) === 0) throw refuse('EXTRA_ALREADY_GIVEN');
  if (isTaken) throw refuse('PHONE_TAKEN');
  if (!hasCode) throw refuse('CODE_WRONG');
};

const store = (deps: Deps, memberId: string, extra: Extra, scope: CodeScope, address: string) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await spendCode(tx, deps, scope, extra.code))) return false;
    const completed = await tx
      .update(members)
      .set({ name: extra.name, phone: scope.phone, status: 'ACTIVE', createdAt: now })
      .where(isPending(memberId))
      .returning({ id: members.id });
    if (completed.length === 0) throw refuse('EXTRA_ALREADY_GIVEN');
    const given = { memberId, address, agreedAt: now };
    await tx
      .insert(consents)
      .values(agreementItems.map((item) => ({ ...given, item, version: documentVersions[item] })));
    return true;
  });

/** Completes a member who came through a provider. Never joins the account that has the phone: refuses PHONE_TAKEN. */
export const updateExtra = async (
  deps: Deps,
  memberId: string,
  extra: Extra,
  { address }: Caller,
): Promise<void> => {
  const scope: CodeScope = { purpose: 'JOIN', phone: extra.phoneNumber, memberId };
  await refuseHopeless(deps, memberId, scope);
  try {
    if (await store(deps, memberId, extra, scope, address)) return;
  } catch (error) {
    if (findDatabaseError(error)?.constraint === 'members_phone_key') throw refuse('PHONE_TAKEN');
    throw error;
  }
  // The same form sent twice: the second finds the code spent by the first.
  await refuseHopeless(deps, memberId, scope);
  throw refuse('CODE_WRONG');
};
