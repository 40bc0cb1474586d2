import { and, eq, gt, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#server/db/database.ts';
import { verificationCodes as codes } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { recordAttempt, undoAttempt } from '#server/auth/login/failure-counters.ts';
import { CLOCK_SKEW_MS } from '#server/auth/sessions/session-limits.ts';
import { hashCode, isOfScope, matchesPurpose, wrongCodesOf, type CodeScope } from './verification-codes.ts';

const MAX_CODE_ATTEMPTS = 5;
/** How long a verified code can be used to set a new password. */
const VERIFIED_CODE_TTL_MS = 10 * 60_000;

type CodeDeps = Pick<Deps, 'authSecret' | 'clock' | 'settings'>;
const isPending = (scope: CodeScope) =>
  and(
    isOfScope(scope),
    scope.memberId === null ? isNull(codes.memberId) : eq(codes.memberId, scope.memberId),
    isNull(codes.endedAt),
    lt(codes.attempts, MAX_CODE_ATTEMPTS),
  );
/** Excludes codes created in the future: the clock was set back, and they must not live longer because of it. */
const isPendingAndUnexpired = (scope: CodeScope, now: Date) =>
  and(
    isPending(scope),
    gt(codes.expiresAt, now),
    lte(codes.createdAt, new Date(now.getTime() + CLOCK_SKEW_MS)),
  );
const isVerified = (scope: CodeScope, now: Date) =>
  and(isPending(scope), gte(codes.verifiedAt, new Date(now.getTime() - VERIFIED_CODE_TTL_MS)));

const toTimestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;

interface CodeCheck {
  /** Matches the codes that the check accepts. */
  readonly isOpen: (scope: CodeScope, now: Date) => SQL | undefined;
  /** Whether a right code is consumed, or only marked as verified. */
  readonly consumes: boolean;
}

/**
 * Creates a check that compares the code and counts the attempt in one statement, so that parallel guesses cannot exceed the attempts left for the
 * code, nor those left for the phone over all its codes. The caller must commit a failed attempt for it to count.
 */
const createCodeCheck =
  ({ isOpen, consumes }: CodeCheck) =>
  async (tx: Tx, deps: CodeDeps, scope: CodeScope, code: string): Promise<boolean> => {
    const now = deps.clock.now();
    const bucket = wrongCodesOf(scope);
    const isCounted = deps.settings.rateLimits;
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

/** Consumes a code if it is right. */
export const consumeCode = createCodeCheck({ isOpen: isPendingAndUnexpired, consumes: true });

/** Marks a right code as verified; `consumeVerifiedCode` consumes it. Both share one attempt count. */
export const verifyCode = createCodeCheck({ isOpen: isPendingAndUnexpired, consumes: false });

/** Consumes a code that was verified within the last 10 minutes. */
export const consumeVerifiedCode = createCodeCheck({ isOpen: isVerified, consumes: true });

/** Whether a valid code is pending. Does not count as an attempt. */
export const hasPendingCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isPendingAndUnexpired(scope, now))) > 0;

export const hasVerifiedCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isVerified(scope, now))) > 0;

/** Counts the codes of this purpose and phone that were consumed since the given time. */
export const countConsumedCodes = (
  db: Tx,
  scope: Pick<CodeScope, 'purpose' | 'phone'>,
  since: Date,
): Promise<number> =>
  db.$count(codes, and(matchesPurpose(scope), gt(codes.verifiedAt, since), gt(codes.endedAt, since)));
