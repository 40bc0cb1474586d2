import { createHmac, randomInt } from 'node:crypto';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { verificationCodes } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { tooManyRequestsError } from '#server/http/overload/too-many-requests.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import { codeCounter, lockRemainingMs } from '#server/auth/login/failure-counters.ts';
import { CLOCK_SKEW_MS } from '#server/auth/sessions/session-limits.ts';

const SECOND_MS = 1_000;
export const CODE_TTL_MS = 180 * SECOND_MS;
export const RESEND_COOLDOWN_MS = 60 * SECOND_MS;

type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'execute'>;

/** The purpose, phone and member that a code is valid for; it is wrong for any other. */
export interface CodeScope {
  readonly purpose: (typeof verificationCodes.$inferSelect)['purpose'];
  readonly phone: string;
  /** Null when no member is known yet, or none was found. */
  readonly memberId: string | null;
}

export const hashCode = (
  { authSecret }: Pick<Deps, 'authSecret'>,
  { purpose, phone, memberId }: CodeScope,
  code: string,
): Buffer =>
  createHmac('sha256', deriveKey(authSecret, 'verification-code'))
    .update([purpose, phone, memberId ?? '', code].join('|'))
    .digest();

export const matchesScope = ({ purpose, phone }: Pick<CodeScope, 'purpose' | 'phone'>) =>
  and(eq(verificationCodes.phone, phone), eq(verificationCodes.purpose, purpose));

const assertCanResend = async (tx: Pick<Db, 'select'>, scope: CodeScope, now: Date): Promise<void> => {
  const closedFor = await lockRemainingMs(tx, codeCounter(scope.phone), now);
  if (closedFor > 0) throw tooManyRequestsError(closedFor / SECOND_MS);
  const [newest] = await tx
    .select({ createdAt: verificationCodes.createdAt })
    .from(verificationCodes)
    // Ignores codes created in the future: the clock was set back, and the cool-down must not last until it catches up.
    .where(
      and(matchesScope(scope), lte(verificationCodes.createdAt, new Date(now.getTime() + CLOCK_SKEW_MS))),
    )
    .orderBy(desc(verificationCodes.createdAt))
    .limit(1);
  if (newest === undefined) return;
  const wait = newest.createdAt.getTime() + RESEND_COOLDOWN_MS - now.getTime();
  if (wait > 0) throw tooManyRequestsError(wait / SECOND_MS);
};

/**
 * Creates a code and invalidates older codes of its scope. Throws TOO_MANY_REQUESTS within the cool-down and while codes for
 * this phone are locked.
 */
export const issueCode = async (
  deps: Pick<Deps, 'authSecret' | 'clock' | 'db' | 'settings'>,
  scope: CodeScope,
): Promise<{ id: number; code: string }> => {
  const now = deps.clock.now();
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const store = async (tx: Tx): Promise<number | undefined> => {
    // Serialises requests for one phone: two at once would leave two valid codes.
    const lock = `verification-code|${scope.purpose}|${scope.phone}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    if (deps.settings.rateLimits) await assertCanResend(tx, scope, now);
    await invalidateCodes(tx, scope, now);
    const [row] = await tx
      .insert(verificationCodes)
      .values({
        ...scope,
        codeHash: hashCode(deps, scope, code),
        createdAt: now,
        expiresAt: new Date(now.getTime() + CODE_TTL_MS),
      })
      .returning({ id: verificationCodes.id });
    return row?.id;
  };
  // Deleting an account locks the member and the codes in another order, so a deadlock is possible.
  const id = await retryTransaction(() => deps.db.transaction(store));
  if (id === undefined) throw new Error('no code was stored');
  return { id, code };
};

/** Invalidates the pending codes of this purpose and phone. */
export const invalidateCodes = async (
  tx: Pick<Db, 'update'>,
  scope: Pick<CodeScope, 'purpose' | 'phone'>,
  now: Date,
): Promise<void> => {
  await tx
    .update(verificationCodes)
    .set({ endedAt: now })
    .where(and(matchesScope(scope), isNull(verificationCodes.endedAt)));
};

/** Deletes a code that was not delivered, so that a new one can be requested without a cool-down. */
export const discardCode = async (db: Db, id: number): Promise<void> => {
  await db.delete(verificationCodes).where(eq(verificationCodes.id, id));
};
