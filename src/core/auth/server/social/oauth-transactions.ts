import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Provider } from '#platform/contract/social-providers.ts';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { LoginSecrets } from '#platform/server/ports/oauth/oauth-provider.ts';
import { oauthCookie } from '../sessions/random-cookie.ts';
import { oauthTransactions as transactions } from '../tables.ts';

type TransactionDeps = Pick<Deps, 'db' | 'clock'>;

const TRANSACTION_TTL_MS = 10 * 60_000;
/** The most open logins of one browser; a further login deletes the oldest. */
export const MAX_TRANSACTIONS_PER_BROWSER = 10;

const hashState = (state: string): Buffer => createHash('sha256').update(state).digest();

/** Derives nonce and PKCE verifier from the state and the server's key, so that they need not be stored. */
const deriveLoginSecrets = ({ authSecret }: Pick<Deps, 'authSecret'>, state: string): LoginSecrets => {
  const derive = (name: string): Buffer => hmac(authSecret, 'social-login', `${name}|${state}`);
  // Hex, because Naver reportedly drops a trailing `A` of a nonce, which one base64url value in sixteen has.
  return {
    state,
    verifier: derive('verifier').toString('base64url'),
    nonce: derive('nonce').toString('hex'),
  };
};

/** A trial shows whether the provider accepts the keys: the login ends without a session. */
const TRIAL_PREFIX = 'trial-';
export const isTrialState = (state: string): boolean => state.startsWith(TRIAL_PREFIX);

export const generateLoginSecrets = (deps: Pick<Deps, 'authSecret'>, isTrial = false): LoginSecrets =>
  deriveLoginSecrets(deps, (isTrial ? TRIAL_PREFIX : '') + randomBytes(32).toString('base64url'));

interface TransactionOwner {
  readonly provider: Provider;
  readonly browser: string;
}

/** Stores a started login and deletes the browser's oldest beyond ten. */
export const createOauthTransaction = async (
  { db, clock }: TransactionDeps,
  { provider, browser }: TransactionOwner,
  { state }: LoginSecrets,
): Promise<void> => {
  const now = clock.now();
  const browserCookieHash = oauthCookie.hash(browser);
  const own = eq(transactions.browserCookieHash, browserCookieHash);
  await db.transaction(async (tx) => {
    // Serialises the logins of one browser, so that parallel ones cannot exceed the limit.
    const lock = `oauth-transaction|${browserCookieHash.toString('hex')}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    const surplus = tx
      .select({ stateHash: transactions.stateHash })
      .from(transactions)
      .where(own)
      .orderBy(desc(transactions.createdAt), desc(transactions.stateHash))
      .offset(MAX_TRANSACTIONS_PER_BROWSER - 1);
    await tx.delete(transactions).where(inArray(transactions.stateHash, surplus));
    await tx.insert(transactions).values({
      stateHash: hashState(state),
      browserCookieHash,
      provider,
      createdAt: now,
      expiresAt: new Date(now.getTime() + TRANSACTION_TTL_MS),
    });
  });
};

/** Consumes the unexpired login of this state, provider and browser; null when there is none. */
export const consumeOauthTransaction = async (
  { db, clock, authSecret }: TransactionDeps & Pick<Deps, 'authSecret'>,
  { provider, browser }: TransactionOwner,
  state: string,
): Promise<LoginSecrets | null> => {
  const closed = await db
    .delete(transactions)
    .where(
      and(
        eq(transactions.stateHash, hashState(state)),
        eq(transactions.browserCookieHash, oauthCookie.hash(browser)),
        eq(transactions.provider, provider),
        gt(transactions.expiresAt, clock.now()),
      ),
    )
    .returning({ provider: transactions.provider });
  return closed.length === 0 ? null : deriveLoginSecrets({ authSecret }, state);
};
