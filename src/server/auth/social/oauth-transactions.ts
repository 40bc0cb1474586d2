import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Provider } from '#contract/auth.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import { oauthTransactions as transactions } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { LoginSecrets } from '#server/ports/oauth/oauth-provider.ts';
import { hashBrowserCookie } from './oauth-browser-cookie.ts';

type TransactionDeps = Pick<Deps, 'db' | 'clock'>;

const TRANSACTION_TTL_MS = 10 * 60_000;
/** Of one browser at once; a further one ends the oldest. */
export const MAX_TRANSACTIONS_PER_BROWSER = 10;

const hashState = (state: string): Buffer => createHash('sha256').update(state).digest();

/** The state travels; what goes with it is made from it by a key that only we have, and so need not be stored. */
const deriveLoginSecrets = ({ authSecret }: Pick<Deps, 'authSecret'>, state: string): LoginSecrets => {
  const key = deriveKey(authSecret, 'social-login');
  const derive = (name: string): Buffer => createHmac('sha256', key).update(`${name}|${state}`).digest();
  // Naver is said to drop an `A` at the end of a nonce, as one base64url in sixteen has: hex has none.
  return {
    state,
    verifier: derive('verifier').toString('base64url'),
    nonce: derive('nonce').toString('hex'),
  };
};

export const generateLoginSecrets = (deps: Pick<Deps, 'authSecret'>): LoginSecrets =>
  deriveLoginSecrets(deps, randomBytes(32).toString('base64url'));

interface TransactionOwner {
  readonly provider: Provider;
  readonly browser: string;
}

/** Remembers a login that began, and forgets the browser's oldest beyond ten. */
export const createOauthTransaction = async (
  { db, clock }: TransactionDeps,
  { provider, browser }: TransactionOwner,
  { state }: LoginSecrets,
): Promise<void> => {
  const now = clock.now();
  const browserCookieHash = hashBrowserCookie(browser);
  const own = eq(transactions.browserCookieHash, browserCookieHash);
  await db.transaction(async (tx) => {
    // Those of one browser queue here: else many at once would outgrow the number.
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

/** Uses the login up that this state, provider and browser belong to; null when there is none. */
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
        eq(transactions.browserCookieHash, hashBrowserCookie(browser)),
        eq(transactions.provider, provider),
        gt(transactions.expiresAt, clock.now()),
      ),
    )
    .returning({ provider: transactions.provider });
  return closed.length === 0 ? null : deriveLoginSecrets({ authSecret }, state);
};
