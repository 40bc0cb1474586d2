import { and, eq, gt, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { verificationCodes as codes } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { codeCounter, recordAttempt, undoAttempt } from '#server/auth/login/failure-counters.ts';
import { CLOCK_SKEW_MS } from '#server/auth/sessions/session-limits.ts';
import { hashCode, matchesScope } from './verification-codes.ts';
import type { CodeScope } from './verification-codes.ts';

export const MAX_CODE_ATTEMPTS = 5;
/** So long after it was typed right a code still buys a new password. */
const VERIFIED_CODE_TTL_MS = 10 * 60_000;

type CodeDeps = Pick<Deps, 'authSecret' | 'clock' | 'settings'>;
type Tx = Pick<Db, 'select' | 'insert' | 'update'>;

const isPending = (scope: CodeScope) =>
  and(
    matchesScope(scope),
    scope.memberId === null ? isNull(codes.memberId) : eq(codes.memberId, scope.memberId),
    isNull(codes.endedAt),
    lt(codes.attempts, MAX_CODE_ATTEMPTS),
  );
/** One that was made later than now was made before the clock was set back: it must not live longer for that. */
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
  readonly scope: CodeScope;
  readonly code: string;
  readonly condition: SQL | undefined;
  /** Whether a right code is used up, or only marked. */
  readonly consumes: boolean;
}

/**
 * Compares and counts in one statement, so that no number of parallel guesses is ever worth more than the attempts that
 * are left: of the code, and of the phone over all its codes. Commit a failed attempt, or it was none.
 */
const checkCode = async (
  tx: Tx,
  deps: CodeDeps,
  { scope, code, condition, consumes }: CodeCheck,
): Promise<boolean> => {
  const now = deps.clock.now();
  const bucket = codeCounter(scope.phone);
  const isCounted = deps.settings.rateLimits;
  // Closed or wrong: the answer is the same.
  if (isCounted && (await recordAttempt(tx, bucket, now)) > 0) return false;
  const isRight = sql<boolean>`${codes.codeHash} = ${hashCode(deps, scope, code)}::bytea`;
  const [tried] = await tx
    .update(codes)
    .set({
      attempts: sql`${codes.attempts} + case when ${isRight} then 0 else 1 end`,
      verifiedAt: sql`case when ${isRight} then coalesce(${codes.verifiedAt}, ${toTimestamp(now)}) else ${codes.verifiedAt} end`,
      ...(consumes ? { endedAt: sql`case when ${isRight} then ${toTimestamp(now)} end` } : {}),
    })
    .where(condition)
    .returning({ isRight });
  if (isCounted && (tried === undefined || tried.isRight)) await undoAttempt(tx, bucket, now);
  return tried?.isRight ?? false;
};

/** Uses a code up if it is right. */
export const consumeCode = (tx: Tx, deps: CodeDeps, scope: CodeScope, code: string): Promise<boolean> =>
  checkCode(tx, deps, {
    scope,
    code,
    condition: isPendingAndUnexpired(scope, deps.clock.now()),
    consumes: true,
  });

/** Marks a code as typed right; `spendVerifiedCode` uses it up. Attempts are counted over both. */
export const verifyCode = (tx: Tx, deps: CodeDeps, scope: CodeScope, code: string): Promise<boolean> =>
  checkCode(tx, deps, {
    scope,
    code,
    condition: isPendingAndUnexpired(scope, deps.clock.now()),
    consumes: false,
  });

/** Uses up a code that was verified within 10 minutes. */
export const consumeVerifiedCode = (
  tx: Tx,
  deps: CodeDeps,
  scope: CodeScope,
  code: string,
): Promise<boolean> =>
  checkCode(tx, deps, { scope, code, condition: isVerified(scope, deps.clock.now()), consumes: true });

/** Whether a code waits to be typed; costs no attempt and tells nothing about it. */
export const hasPendingCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isPendingAndUnexpired(scope, now))) > 0;

export const hasVerifiedCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(codes, isVerified(scope, now))) > 0;

/** How many codes of this purpose and phone were used up since. */
export const countConsumedCodes = (
  db: Pick<Db, '$count'>,
  scope: Pick<CodeScope, 'purpose' | 'phone'>,
  since: Date,
): Promise<number> =>
  db.$count(codes, and(matchesScope(scope), gt(codes.verifiedAt, since), gt(codes.endedAt, since)));
