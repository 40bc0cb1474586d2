import { randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lte, sql, type SQL, gte, lt } from 'drizzle-orm';
import { SECOND_MS, MINUTE_MS } from '#platform/contract/durations.ts';
import { codeLimits } from '#platform/contract/rate-limits.ts';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { tooManyRequestsError } from '#platform/server/http/overload/too-many-requests.ts';
import {
  codeCounter,
  lockRemainingMs,
  type FailureCounter,
  recordAttempt,
  undoAttempt,
} from '../login/failure-counters.ts';
import { CLOCK_SKEW_MS } from '../sessions/session-limits.ts';
import { verificationCodes as codes } from '../tables.ts';

export const CODE_TTL_MS = 180 * SECOND_MS;
export const RESEND_COOLDOWN_MS = 60 * SECOND_MS;

/** The purpose, phone, member and claims that a code is valid for. In any other scope the code is wrong. */
export interface CodeScope {
  readonly purpose: (typeof codes.$inferSelect)['purpose'];
  readonly phone: string;
  /** Null when no member is known yet, or none was found. */
  readonly memberId: string | null;
  /**
   * Hash, by `hashClaim`, of the name in a request for account recovery; `loginIdHash` is that of the login id. The cool-down and the limit
   * of codes do not depend on the member, so they reveal nothing about members. They depend on the name, so that whoever does not know it
   * cannot block a member's requests.
   */
  readonly nameHash?: Buffer;
  readonly loginIdHash?: Buffer;
}

/** Hashes a name or login id that was named for this phone. */
export const hashClaim = ({ authSecret }: Pick<Deps, 'authSecret'>, phone: string, claim: string): Buffer =>
  hmac(authSecret, 'recovery-claim', `${phone}|${claim}`);

const hashCode = (
  { authSecret }: Pick<Deps, 'authSecret'>,
  { purpose, phone, memberId }: CodeScope,
  code: string,
): Buffer => hmac(authSecret, 'verification-code', [purpose, phone, memberId ?? '', code].join('|'));

/** Matches the codes of this purpose and phone, whatever was claimed. */
const matchesPurpose = ({ purpose, phone }: Pick<CodeScope, 'purpose' | 'phone'>) =>
  and(eq(codes.phone, phone), eq(codes.purpose, purpose));

const isClaim = (column: typeof codes.nameHash | typeof codes.loginIdHash, claim: Buffer | undefined) =>
  claim === undefined ? isNull(column) : eq(column, claim);

/** Matches the codes of this purpose, phone and claims. */
const isOfScope = (scope: CodeScope) =>
  and(
    matchesPurpose(scope),
    isClaim(codes.nameHash, scope.nameHash),
    isClaim(codes.loginIdHash, scope.loginIdHash),
  );

/** One counter per scope, so that wrong codes of a request that named no member do not lock the codes of a member. */
const wrongCodesOf = ({ purpose, phone, memberId, ...hashes }: CodeScope): FailureCounter => {
  const claims = [hashes.nameHash, hashes.loginIdHash].map((claim) => claim?.toString('base64url'));
  return codeCounter(phone, [purpose, memberId, ...claims].join('|'));
};

const LONGEST_WINDOW_MS = Math.max(...codeLimits.phone.map(({ seconds }) => seconds)) * SECOND_MS;

/**
 * Throws TOO_MANY_REQUESTS within the cool-down, while the codes of the scope are locked, and when a limit of codes is reached: that of
 * the phone or, in an account recovery, of the phone and name.
 */
const assertCanIssue = async (tx: Tx, scope: CodeScope, now: Date): Promise<void> => {
  const issued = await tx
    .select({ createdAt: codes.createdAt, isOfScope: sql<boolean>`${isOfScope(scope)}` })
    .from(codes)
    .where(
      and(
        eq(codes.phone, scope.phone),
        isClaim(codes.nameHash, scope.nameHash),
        gt(codes.createdAt, new Date(now.getTime() - LONGEST_WINDOW_MS)),
        // Ignores codes more than `CLOCK_SKEW_MS` in the future: the clock was set back, which must not prolong the cool-down.
        lte(codes.createdAt, new Date(now.getTime() + CLOCK_SKEW_MS)),
      ),
    )
    .orderBy(desc(codes.createdAt));
  const waitAfter = (code: { readonly createdAt: Date } | undefined, ms: number): number =>
    code === undefined ? 0 : code.createdAt.getTime() + ms - now.getTime();
  const wait = Math.max(
    await lockRemainingMs(tx, wrongCodesOf(scope), now),
    waitAfter(
      issued.find((code) => code.isOfScope),
      RESEND_COOLDOWN_MS,
    ),
    ...codeLimits.phone.map(({ limit, seconds }) => waitAfter(issued[limit - 1], seconds * SECOND_MS)),
  );
  if (wait > 0) throw tooManyRequestsError(wait / SECOND_MS);
};

/**
 * Creates a code and invalidates older codes of the same purpose, phone and claims. Throws TOO_MANY_REQUESTS as `assertCanIssue` does. A
 * refused request counts against no limit of codes.
 */
export const issueCode = async (
  deps: Pick<Deps, 'authSecret' | 'clock' | 'db' | 'env'>,
  scope: CodeScope,
): Promise<{ id: number; code: string }> => {
  const now = deps.clock.now();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  // Deleting an account locks the member and the codes in another order, so a deadlock is possible. `transaction` then repeats its work.
  return deps.db.transaction(async (tx) => {
    // Serialises requests for one phone: two at once could leave two valid codes.
    const lock = `verification-code|${scope.phone}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    if (deps.env.rateLimits) await assertCanIssue(tx, scope, now);
    await endCodes(tx, isOfScope(scope), now);
    const [row] = await tx
      .insert(codes)
      .values({
        ...scope,
        codeHash: hashCode(deps, scope, code),
        createdAt: now,
        expiresAt: new Date(now.getTime() + CODE_TTL_MS),
      })
      .returning({ id: codes.id });
    if (row === undefined) throw new Error('no code was stored');
    return { id: row.id, code };
  });
};

const endCodes = async (tx: Tx, condition: SQL | undefined, now: Date): Promise<void> => {
  await tx
    .update(codes)
    .set({ endedAt: now })
    .where(and(condition, isNull(codes.endedAt)));
};

/** Invalidates the pending codes of this purpose and phone. */
export const invalidateCodes = (
  tx: Tx,
  scope: Pick<CodeScope, 'purpose' | 'phone'>,
  now: Date,
): Promise<void> => endCodes(tx, matchesPurpose(scope), now);

/** Deletes a code that was not sent, so that a new one can be requested without a cool-down. */
export const discardCode = async (db: Db, id: number): Promise<void> => {
  await db.delete(codes).where(eq(codes.id, id));
};

const MAX_CODE_ATTEMPTS = 5;
/** How long a verified code can be used to set a new password. */
const VERIFIED_CODE_TTL_MS = 10 * MINUTE_MS;

type CodeDeps = Pick<Deps, 'authSecret' | 'clock' | 'env'>;
const isPending = (scope: CodeScope) =>
  and(
    isOfScope(scope),
    scope.memberId === null ? isNull(codes.memberId) : eq(codes.memberId, scope.memberId),
    isNull(codes.endedAt),
    lt(codes.attempts, MAX_CODE_ATTEMPTS),
  );
/** Excludes codes more than `CLOCK_SKEW_MS` in the future: the clock was set back, and they must not live longer because of it. */
const isPendingAndUnexpired = (scope: CodeScope, now: Date) =>
  and(
    isPending(scope),
    gt(codes.expiresAt, now),
    lte(codes.createdAt, new Date(now.getTime() + CLOCK_SKEW_MS)),
  );
const isVerified = (scope: CodeScope, now: Date) =>
  and(isPending(scope), gte(codes.verifiedAt, new Date(now.getTime() - VERIFIED_CODE_TTL_MS)));

const toTimestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/**
 * Creates a check that accepts the codes that `isOpen` matches. It counts the attempt for the scope, then compares the code and counts a
 * wrong attempt for the code in one statement: parallel guesses exceed neither limit. The caller must commit a failed attempt for it to
 * count. A right code is marked as verified and, with `consumes`, also consumed.
 */
const createCodeCheck =
  (isOpen: typeof isVerified, { consumes }: { readonly consumes: boolean }) =>
  async (tx: Tx, deps: CodeDeps, scope: CodeScope, code: string): Promise<boolean> => {
    const now = deps.clock.now();
    const bucket = wrongCodesOf(scope);
    const isCounted = deps.env.rateLimits;
    // Locked or wrong: the response is the same.
    if (isCounted && (await recordAttempt(tx, bucket, now)) > 0) return false;
    const isRight = sql<boolean>`${codes.codeHash} = ${hashCode(deps, scope, code)}::bytea`;
    const [tried] = await tx
      .update(codes)
      .set({
        attempts: sql`${codes.attempts} + case when ${isRight} then 0 else 1 end`,
        verifiedAt: sql`case when ${isRight} then coalesce(${codes.verifiedAt}, ${toTimestamp(now)}) else ${codes.verifiedAt} end`,
        ...(consumes ? { endedAt: sql`case when ${isRight} then ${toTimestamp(now)} end` } : {}),
      })
      .where(isOpen(scope, now))
      .returning({ isRight });
    if (isCounted && (tried === undefined || tried.isRight)) await undoAttempt(tx, bucket);
    return tried?.isRight ?? false;
  };

export const consumeCode = createCodeCheck(isPendingAndUnexpired, { consumes: true });

/** Marks a right code as verified; `consumeVerifiedCode` consumes it. Both share one attempt count. */
export const verifyCode = createCodeCheck(isPendingAndUnexpired, { consumes: false });

/** Consumes a code if it is right and was verified within the last 10 minutes. */
export const consumeVerifiedCode = createCodeCheck(isVerified, { consumes: true });

/** Whether a valid code is pending. Does not count as an attempt. */
export const hasPendingCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isPendingAndUnexpired(scope, now))) > 0;

export const hasVerifiedCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isVerified(scope, now))) > 0;

/** Counts the codes of this purpose and phone that were verified and have ended since the given time. */
export const countConsumedCodes = (
  db: Tx,
  scope: Pick<CodeScope, 'purpose' | 'phone'>,
  since: Date,
): Promise<number> =>
  db.$count(codes, and(matchesPurpose(scope), gt(codes.verifiedAt, since), gt(codes.endedAt, since)));
