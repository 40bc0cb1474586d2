import { createHmac, randomInt } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { verificationCodes } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { deriveKey } from './derive-key.ts';

const SECOND = 1_000;
export const CODE_LIFE = 180 * SECOND;
export const RESEND_COOL_DOWN = 60 * SECOND;
export const MAX_ATTEMPTS = 5;

type CodeDeps = Pick<Deps, 'authSecret' | 'clock'>;

/** What a code is good for: a code of one purpose, phone or member is wrong for every other. */
export interface CodeScope {
  readonly purpose: (typeof verificationCodes.$inferSelect)['purpose'];
  readonly phone: string;
  /** Null where no member is known yet. */
  readonly memberId: string | null;
}

export interface IssuedCode {
  readonly id: number;
  readonly code: string;
}

const hashCode = ({ authSecret }: CodeDeps, { purpose, phone, memberId }: CodeScope, code: string): Buffer =>
  createHmac('sha256', deriveKey(authSecret, 'verification-code'))
    .update([purpose, phone, memberId ?? '', code].join('|'))
    .digest();

const isOfScope = ({ purpose, phone }: CodeScope) =>
  and(eq(verificationCodes.phone, phone), eq(verificationCodes.purpose, purpose));

const canBeTried = (scope: CodeScope, now: Date) =>
  and(
    isOfScope(scope),
    scope.memberId === null
      ? isNull(verificationCodes.memberId)
      : eq(verificationCodes.memberId, scope.memberId),
    isNull(verificationCodes.endedAt),
    gt(verificationCodes.expiresAt, now),
    lt(verificationCodes.attempts, MAX_ATTEMPTS),
  );

const refuseTooSoon = async (tx: Pick<Db, 'select'>, scope: CodeScope, now: Date): Promise<void> => {
  const [newest] = await tx
    .select({ createdAt: verificationCodes.createdAt })
    .from(verificationCodes)
    .where(isOfScope(scope))
    .orderBy(desc(verificationCodes.createdAt))
    .limit(1);
  if (newest === undefined) return;
  const wait = newest.createdAt.getTime() + RESEND_COOL_DOWN - now.getTime();
  if (wait > 0) throw refuse('TOO_MANY_REQUESTS', { retryAfter: wait / SECOND });
};

/** Makes a code and ends the older ones of its scope. Refuses TOO_MANY_REQUESTS within the cool-down. */
export const issueCode = async (
  deps: CodeDeps & Pick<Deps, 'db' | 'settings'>,
  scope: CodeScope,
): Promise<IssuedCode> => {
  const now = deps.clock.now();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const id = await deps.db.transaction(async (tx) => {
    // Requests for one phone queue here: else two at once would leave two codes alive.
    const lock = `verification-code|${scope.purpose}|${scope.phone}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    if (deps.settings.rateLimits) await refuseTooSoon(tx, scope, now);
    await tx
      .update(verificationCodes)
      .set({ endedAt: now })
      .where(and(isOfScope(scope), isNull(verificationCodes.endedAt)));
    const [row] = await tx
      .insert(verificationCodes)
      .values({
        ...scope,
        codeHash: hashCode(deps, scope, code),
        createdAt: now,
        expiresAt: new Date(now.getTime() + CODE_LIFE),
      })
      .returning({ id: verificationCodes.id });
    return row?.id;
  });
  if (id === undefined) throw new Error('no code was stored');
  return { id, code };
};

/** Takes a code back that certainly reached nobody: another may be asked for at once. */
export const dropCode = async (db: Db, { id }: IssuedCode): Promise<void> => {
  await db.delete(verificationCodes).where(eq(verificationCodes.id, id));
};

/** Whether a code waits to be typed; costs no attempt and tells nothing about it. */
export const hasOpenCode = async (db: Db, scope: CodeScope, now: Date): Promise<boolean> =>
  (await db.$count(verificationCodes, canBeTried(scope, now))) > 0;

/**
 * Tries a code: counts the attempt and spends the code if it is right, in one statement, so that no number of parallel
 * guesses is ever worth more than the attempts that are left. Commit a failed attempt, or it was none.
 */
export const spendCode = async (
  tx: Pick<Db, 'update'>,
  deps: CodeDeps,
  scope: CodeScope,
  code: string,
): Promise<boolean> => {
  const now = deps.clock.now();
  const isRight = sql<boolean>`${verificationCodes.codeHash} = ${hashCode(deps, scope, code)}::bytea`;
  const [tried] = await tx
    .update(verificationCodes)
    .set({
      attempts: sql`${verificationCodes.attempts} + 1`,
      endedAt: sql`case when ${isRight} then ${now.toISOString()}::timestamptz end`,
    })
    .where(canBeTried(scope, now))
    .returning({ isRight });
  return tried?.isRight ?? false;
};
