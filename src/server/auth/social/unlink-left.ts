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
const BATCH = 20;

interface Claimed extends Record<string, unknown> {
  readonly provider: Provider;
  readonly subject: string;
  readonly refreshToken: Uint8Array | null;
  readonly tries: number;
}

/** Takes some whose time has come, and sets the time of their next try: whoever dies over this one has not had it. */
const claimDue = async ({ db, clock }: UnlinkDeps): Promise<Claimed[]> => {
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
      limit ${sql.raw(String(BATCH))}
      for update skip locked
    )
    returning provider, subject, refresh_token as "refreshToken", unlink_attempts as tries
  `);
  return rows;
};

const tryOnce = async (deps: UnlinkDeps, claimed: Claimed): Promise<UnlinkOutcome> => {
  const { provider, subject, refreshToken: sealed, tries } = claimed;
  const port = deps.oauth[provider];
  if (port === undefined || tries > MAX_TRIES) return 'impossible';
  const refreshToken = sealed === null ? null : openToken(deps, claimed, Buffer.from(sealed));
  const outcome = await port.unlink({ subject, refreshToken });
  return outcome === 'failed' && tries === MAX_TRIES ? 'impossible' : outcome;
};

/** The last trace of who left; unless they came back meanwhile. */
const forget = async ({ db }: UnlinkDeps, { provider, subject }: Claimed): Promise<void> => {
  const isIt = and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));
  await db.delete(socialIdentities).where(and(isIt, isNull(socialIdentities.memberId)));
};

/**
 * Unlinks at their provider those who left: who withdrew, and who never agreed. Five tries in a day, then the row goes
 * all the same, with a line in the log.
 */
export const unlinkLeft = async (deps: UnlinkDeps): Promise<void> => {
  for (const claimed of await claimDue(deps)) {
    const { provider } = claimed;
    const outcome = await tryOnce(deps, claimed);
    if (outcome === 'unlinked') deps.log.info({ event: 'provider_unlinked', provider });
    else deps.log.warn({ event: 'provider_not_unlinked', provider, outcome, tries: claimed.tries });
    if (outcome !== 'failed') await forget(deps, claimed);
  }
};
