import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Provider } from '#contract/auth.ts';
import { socialIdentities } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { UnlinkOutcome } from '#server/ports/oauth/oauth.ts';
import { openToken } from './provider-tokens.ts';

export type UnlinkDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'oauth' | 'authSecret'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So long after the first, second, … try the next one follows: five tries in 24 hours. */
const PAUSES = [5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR - 7 * HOUR - 5 * MINUTE, HOUR];
export const MAX_TRIES = PAUSES.length;

interface Claimed extends Record<string, unknown> {
  readonly provider: Provider;
  readonly subject: string;
  readonly refreshToken: Uint8Array | null;
  readonly tries: number;
}

/** Takes the one that has waited longest, and sets the time of its next try: whoever dies over this one has had it. */
const claimDue = async ({ db, clock }: UnlinkDeps): Promise<Claimed | undefined> => {
  const at = sql`${clock.now().toISOString()}::timestamptz`;
  const pauses = sql.raw(`array[${PAUSES.join(', ')}]`);
  const { rows } = await db.execute<Claimed>(sql`
    update social_identities as identity set
      unlink_attempts = identity.unlink_attempts + 1,
      unlink_at = ${at} + (${pauses})[least(identity.unlink_attempts + 1, ${sql.raw(String(MAX_TRIES))})]
        * interval '1 millisecond'
    where (provider, subject) in (
      select provider, subject from social_identities
      where member_id is null and (unlink_at is null or unlink_at <= ${at})
      order by unlink_at nulls first
      limit 1
      for update skip locked
    )
    returning provider, subject, refresh_token as "refreshToken", unlink_attempts as tries
  `);
  return rows[0];
};

/** What a wrong setting keeps from being done may be done at the next try. */
const tryOnce = async (deps: UnlinkDeps, claimed: Claimed): Promise<UnlinkOutcome> => {
  const { provider, subject, refreshToken: sealed } = claimed;
  const port = deps.oauth[provider];
  const refreshToken = sealed === null ? null : openToken(deps, claimed, Buffer.from(sealed));
  const isUnreadable = sealed !== null && refreshToken === null;
  return port === undefined || isUnreadable ? 'failed' : port.unlink({ subject, refreshToken });
};

/** The last trace of who left; unless they came back meanwhile. */
const forget = async ({ db }: UnlinkDeps, { provider, subject }: Claimed): Promise<void> => {
  const isIt = and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));
  await db.delete(socialIdentities).where(and(isIt, isNull(socialIdentities.memberId)));
};

const settle = async (deps: UnlinkDeps, claimed: Claimed): Promise<void> => {
  const { provider, tries } = claimed;
  const outcome = await tryOnce(deps, claimed);
  if (outcome === 'unlinked') deps.log.info({ event: 'provider_unlinked', provider });
  else deps.log.warn({ event: 'provider_not_unlinked', provider, outcome, tries });
  if (outcome !== 'failed' || tries >= MAX_TRIES) await forget(deps, claimed);
};

/**
 * Unlinks at their provider those who left, one after another: who withdrew, and who never agreed. Five tries in a day,
 * then the row goes all the same, with a line in the log. `signal` ends it between two.
 */
export const unlinkLeft = async (deps: UnlinkDeps, signal?: AbortSignal): Promise<void> => {
  while (signal?.aborted !== true) {
    const claimed = await claimDue(deps);
    if (claimed === undefined) return;
    await settle(deps, claimed);
  }
};
