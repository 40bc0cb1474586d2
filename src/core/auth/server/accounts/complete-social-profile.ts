import { and, eq } from 'drizzle-orm';
import { recordConsents } from '#core/content/server/legal/consents.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { memberEndpoints } from '../../contract/members.ts';
import { hasPendingCode, consumeCode, type CodeScope } from '../codes/verification-codes.ts';
import { members } from '../tables.ts';
import { isPhoneTaken } from './queries.ts';

type SocialProfileInput = BodyOf<typeof memberEndpoints.completeSocialProfile>;

const isPendingMember = (id: string) => and(eq(members.id, id), eq(members.status, 'PENDING_SOCIAL'));

const assertCanComplete = async (deps: Deps, memberId: string, scope: CodeScope): Promise<void> => {
  const { db, clock } = deps;
  const isTaken = await isPhoneTaken(db, scope.phone);
  const hasCode = await hasPendingCode(db, scope, clock.now());
  // Read last: a concurrent request of the same member may have used the phone and the code meanwhile.
  if ((await db.$count(members, isPendingMember(memberId))) === 0) throw appError('EXTRA_ALREADY_GIVEN');
  if (isTaken) throw appError('PHONE_TAKEN');
  if (!hasCode) throw appError('CODE_WRONG');
};

const saveProfile = (deps: Deps, memberId: string, extra: SocialProfileInput, scope: CodeScope, ip: string) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    if (!(await consumeCode(tx, deps, scope, extra.code))) return false;
    const completed = await tx
      .update(members)
      .set({ name: extra.name, phone: scope.phone, status: 'ACTIVE', createdAt: now })
      .where(isPendingMember(memberId))
      .returning({ id: members.id });
    if (completed.length === 0) throw appError('EXTRA_ALREADY_GIVEN');
    await recordConsents(tx, { memberId, ip, now });
    return true;
  });

/** Completes the profile of a member of social login. Never links to an account with the same phone: throws PHONE_TAKEN. */
export const completeSocialProfile = async (
  deps: Deps,
  memberId: string,
  extra: SocialProfileInput,
  { ip }: Caller,
): Promise<void> => {
  const scope: CodeScope = { purpose: 'JOIN', phone: extra.phoneNumber, memberId };
  await assertCanComplete(deps, memberId, scope);
  const saving = saveProfile(deps, memberId, extra, scope, ip);
  if (await refuseViolation('members_phone_key', 'PHONE_TAKEN', saving)) return;
  // The same form may be sent twice: the second request finds the code consumed by the first.
  await assertCanComplete(deps, memberId, scope);
  throw appError('CODE_WRONG');
};
