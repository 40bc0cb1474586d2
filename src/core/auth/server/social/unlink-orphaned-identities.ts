import { and, eq, isNull, sql } from 'drizzle-orm';
import { MINUTE_MS, HOUR_MS } from '#platform/contract/durations.ts';
import { decryptText } from '#platform/server/crypto/encrypt-text.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { UnlinkOutcome } from '#platform/server/ports/oauth/oauth-provider.ts';
import { socialIdentities } from '../tables.ts';
import { encryptedForIdentity } from './provider-tokens.ts';

export type UnlinkDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'oauth' | 'authSecret'>;

/** Delay after the first, second, … attempt. The first four add up to 24 hours. */
const RETRY_DELAYS_MS = [
  5 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS - 7 * HOUR_MS - 5 * MINUTE_MS,
  HOUR_MS,
];
export const MAX_UNLINK_ATTEMPTS = RETRY_DELAYS_MS.length;

type ClaimedIdentity = typeof socialIdentities.$inferSelect;

/** Claims an identity that is due and schedules its next attempt first, so that a crash counts as an attempt. */
const claimDueIdentity = async ({ db, clock }: UnlinkDeps): Promise<ClaimedIdentity | undefined> => {
  const at = sql`${clock.now().toISOString()}::timestamptz`;
  const pauses = sql.raw(`array[${RETRY_DELAYS_MS.join(', ')}]`);
  const isNext = sql`(provider, subject) in (
    select provider, subject from social_identities
    where member_id is null and (unlink_at is null or unlink_at <= ${at})
    order by unlink_at nulls first
    limit 1
    for update skip locked
  )`;
  const attempt = sql`least(unlink_attempts + 1, ${sql.raw(String(MAX_UNLINK_ATTEMPTS))})`;
  const [claimed] = await db
    .update(socialIdentities)
    .set({
      unlinkAttempts: sql`unlink_attempts + 1`,
      unlinkAt: sql`${at} + (${pauses})[${attempt}] * interval '1 millisecond'`,
    })
    .where(isNext)
    .returning();
  return claimed;
};

/** A failure caused by wrong settings is retried like any other. */
const attemptUnlink = async (deps: UnlinkDeps, claimed: ClaimedIdentity): Promise<UnlinkOutcome> => {
  const { provider, subject, refreshToken: sealed } = claimed;
  const port = deps.oauth[provider];
  const refreshToken = sealed === null ? null : decryptText(deps, encryptedForIdentity(claimed), sealed);
  const isUnreadable = sealed !== null && refreshToken === null;
  return port === undefined || isUnreadable ? 'failed' : port.unlink({ subject, refreshToken });
};

/** Deletes the identity, unless its owner has logged in again meanwhile. */
const deleteIdentity = async ({ db }: UnlinkDeps, { provider, subject }: ClaimedIdentity): Promise<void> => {
  const isIt = and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));
  await db.delete(socialIdentities).where(and(isIt, isNull(socialIdentities.memberId)));
};

const unlinkClaimed = async (deps: UnlinkDeps, claimed: ClaimedIdentity): Promise<void> => {
  const { provider, unlinkAttempts: attempts } = claimed;
  const outcome = await attemptUnlink(deps, claimed);
  if (outcome === 'unlinked') deps.log.info({ event: 'provider_unlinked', provider });
  else deps.log.warn({ event: 'provider_not_unlinked', provider, outcome, attempts });
  if (outcome !== 'failed' || attempts >= MAX_UNLINK_ATTEMPTS) await deleteIdentity(deps, claimed);
};

/**
 * Unlinks at their providers the identities of deleted accounts and of members who never completed their profile, one after another. After
 * five attempts, or when unlinking is impossible, the row is deleted anyway. Failures are logged. `signal` stops the job between two
 * identities.
 */
export const unlinkOrphanedIdentities = async (deps: UnlinkDeps, signal?: AbortSignal): Promise<void> => {
  while (signal?.aborted !== true) {
    const claimed = await claimDueIdentity(deps);
    if (claimed === undefined) return;
    await unlinkClaimed(deps, claimed);
  }
};
