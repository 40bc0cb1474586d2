import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { purgeExpired } from '#app/server/purge/purge-expired.ts';
import { providers, type Provider } from '#platform/contract/social-providers.ts';
import { encryptText } from '#platform/server/crypto/encrypt-text.ts';
import { createOauthProviders } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import type { OauthProviders, UnlinkOutcome } from '#platform/server/ports/oauth/oauth-provider.ts';
import {
  completeProfile,
  logInUntilHandoff,
  PUBLIC_URL,
  signInWithProvider,
  startOidcServers,
} from '#test/factories/social-logins.ts';
import type { Account } from '#test/fakes/oidc-server.ts';
import { createTestApp } from '#test/test-app.ts';
import { members, socialIdentities } from '../tables.ts';
import { encryptedForIdentity } from './provider-tokens.ts';
import {
  MAX_UNLINK_ATTEMPTS,
  unlinkOrphanedIdentities,
  type UnlinkDeps,
} from './unlink-orphaned-identities.ts';

const { servers, oauth } = await startOidcServers();
const app = await createTestApp({ oauth });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let count = 0;
const someone = (): Account => ({ subject: String(8_000_000_000 + (count += 1)), nickname: '김소셜' });
const rowOf = async (provider: Provider, { subject }: Account) => {
  const isIt = and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject));
  return (await app.db.select().from(socialIdentities).where(isIt))[0];
};
/** Creates a member of social login without reservations and deletes the account. */
const joinAndLeave = async (provider: Provider): Promise<Account> => {
  const account = someone();
  const member = await signInWithProvider(app, provider, account);
  await completeProfile(app, member);
  const { status } = await app.delete('/api/member', undefined, { token: member.accessToken });
  expect(status).toBe(204);
  return account;
};

beforeEach(() => {
  for (const provider of providers) servers[provider].misbehave('/', null);
});

describe.each(providers)('deleting an account of %s login', (provider) => {
  it('deleting an account unlinks it at the provider and leaves no identity', async () => {
    const account = await joinAndLeave(provider);
    expect(await rowOf(provider, account)).toMatchObject({ memberId: null });
    expect(servers[provider].isConnected(account.subject)).toBe(true);
    await unlinkOrphanedIdentities(app.deps);
    expect(servers[provider].isConnected(account.subject)).toBe(false);
    expect(await rowOf(provider, account)).toBeUndefined();
  });

  it('deleting an account succeeds even if the provider does not respond', async () => {
    const account = someone();
    const member = await signInWithProvider(app, provider, account);
    servers[provider].misbehave('/', 'fail');
    const { status } = await app.delete('/api/member', undefined, { token: member.accessToken });
    expect(status).toBe(204);
    expect((await app.get('/api/member/profile', { token: member.accessToken })).status).toBe(401);
    await unlinkOrphanedIdentities(app.deps);
    expect(await rowOf(provider, account)).toMatchObject({ memberId: null, unlinkAttempts: 1 });
    servers[provider].misbehave('/', null);
    app.clock.advance(5 * MINUTE);
    await unlinkOrphanedIdentities(app.deps);
    expect(servers[provider].isConnected(account.subject)).toBe(false);
  });

  it('S-085 a former member who returns is a new member and is not unlinked', async () => {
    const account = await joinAndLeave(provider);
    const before = await app.db.$count(members);
    const again = await logInUntilHandoff(app, provider, account);
    expect(again.page).toBe('/social-extra');
    expect(await app.db.$count(members)).toBe(before + 1);
    await unlinkOrphanedIdentities(app.deps);
    expect(servers[provider].isConnected(account.subject)).toBe(true);
    expect((await rowOf(provider, account))?.memberId).not.toBeNull();
  });
});

describe('the unlink job', () => {
  const answering = (outcome: UnlinkOutcome, requests: unknown[] = []): OauthProviders => ({
    naver: {
      createAuthorizationUrl: () => Promise.reject(new Error('not asked')),
      exchangeCallback: () => Promise.reject(new Error('not asked')),
      unlink: (left) => {
        requests.push(left);
        return Promise.resolve(outcome);
      },
    },
  });
  const insertLeft = async (subject: string, refreshToken = 'token'): Promise<void> => {
    const sealed = encryptText(app.deps, encryptedForIdentity({ provider: 'naver', subject }), refreshToken);
    await app.db.insert(socialIdentities).values({ provider: 'naver', subject, refreshToken: sealed });
  };

  it('unlinking is attempted five times within 24 hours, then the identity is deleted', async () => {
    await insertLeft('unlucky');
    const requests: unknown[] = [];
    const deps = { ...app.deps, oauth: answering('failed', requests) };
    const start = app.clock.now().getTime();
    const triedAt: number[] = [];
    for (let minute = 0; minute <= 25 * 60; minute += 5) {
      app.clock.set(new Date(start + minute * MINUTE));
      const before = requests.length;
      await unlinkOrphanedIdentities(deps);
      if (requests.length > before) triedAt.push(minute);
    }
    expect(triedAt).toEqual([0, 5, 65, 425, 24 * 60]);
    expect(triedAt).toHaveLength(MAX_UNLINK_ATTEMPTS);
    expect(await rowOf('naver', { subject: 'unlucky' })).toBeUndefined();
  });

  it('each unlink attempt uses the stored token', async () => {
    await insertLeft('kept', 'the very token');
    const requests: unknown[] = [];
    await unlinkOrphanedIdentities({ ...app.deps, oauth: answering('unlinked', requests) });
    expect(requests).toEqual([{ subject: 'kept', refreshToken: 'the very token' }]);
  });

  it('an identity without a stored token is deleted at once', async () => {
    const left = { provider: 'naver', subject: 'tokenless' } as const;
    await app.db.insert(socialIdentities).values(left);
    await unlinkOrphanedIdentities(app.deps);
    expect(await rowOf('naver', left)).toBeUndefined();
  });

  const unreadable = { ...app.deps, authSecret: randomBytes(32) };
  const { adminKey: _, ...keyless } = servers.kakao;
  const withoutKey = createOauthProviders({ ...servers, kakao: keyless }, PUBLIC_URL);
  it.each<readonly [string, Provider, UnlinkDeps]>([
    ['a provider that is set up no more', 'naver', { ...app.deps, oauth: {} }],
    ['another secret', 'google', unreadable],
    ['no admin key', 'kakao', { ...app.deps, oauth: withoutKey }],
  ])('takes a start with %s for a fault that may be mended within the day', async (__, provider, faulty) => {
    const account = await joinAndLeave(provider);
    await unlinkOrphanedIdentities(faulty);
    expect(await rowOf(provider, account)).toMatchObject({ memberId: null, unlinkAttempts: 1 });
    app.clock.advance(5 * MINUTE);
    await unlinkOrphanedIdentities(app.deps);
    expect(servers[provider].isConnected(account.subject)).toBe(false);
    expect(await rowOf(provider, account)).toBeUndefined();
  });

  it('an aborted unlink job stops between identities without counting an attempt', async () => {
    await insertLeft('first');
    await insertLeft('second');
    const ending = new AbortController();
    const stopped: unknown[] = [];
    const stopping: OauthProviders = {
      naver: {
        createAuthorizationUrl: () => Promise.reject(new Error('not asked')),
        exchangeCallback: () => Promise.reject(new Error('not asked')),
        unlink: (left) => {
          stopped.push(left);
          ending.abort();
          return Promise.resolve('unlinked');
        },
      },
    };
    await unlinkOrphanedIdentities({ ...app.deps, oauth: stopping }, ending.signal);
    expect(stopped).toHaveLength(1);
    const rest = await app.db.select().from(socialIdentities).where(isNull(socialIdentities.memberId));
    expect(rest).toMatchObject([{ unlinkAttempts: 0, unlinkAt: null }]);
    await unlinkOrphanedIdentities({ ...app.deps, oauth: answering('unlinked') });
  });

  it('a provider token cannot be decrypted for another owner or with another key', async () => {
    const sealed = encryptText(
      app.deps,
      encryptedForIdentity({ provider: 'naver', subject: 'one' }),
      'token',
    );
    await app.db.insert(socialIdentities).values({ provider: 'naver', subject: 'two', refreshToken: sealed });
    const requests: unknown[] = [];
    await unlinkOrphanedIdentities({ ...app.deps, oauth: answering('unlinked', requests) });
    expect(requests).toEqual([]);
    expect(await rowOf('naver', { subject: 'two' })).toMatchObject({ unlinkAttempts: 1 });
    await app.db.delete(socialIdentities).where(eq(socialIdentities.subject, 'two'));
  });

  it('two concurrent unlink jobs send one request', async () => {
    await insertLeft('twice');
    const requests: unknown[] = [];
    const deps = { ...app.deps, oauth: answering('failed', requests) };
    await Promise.all([unlinkOrphanedIdentities(deps), unlinkOrphanedIdentities(deps)]);
    expect(requests).toHaveLength(1);
  });

  it('L-01 a member who never consented is unlinked after a day, and tokens are stored encrypted', async () => {
    const account = someone();
    await signInWithProvider(app, 'google', account);
    const sealed = (await rowOf('google', account))?.refreshToken ?? Buffer.alloc(0);
    expect(sealed.length).toBeGreaterThan(40);
    expect(sealed.toString('latin1')).not.toMatch(/^[\x20-\x7e]+$/);
    const now = new Date(app.clock.now().getTime() + 24 * HOUR);
    await purgeExpired(app.db, now);
    await unlinkOrphanedIdentities(app.deps);
    expect(servers.google.isConnected(account.subject)).toBe(false);
    expect(await rowOf('google', account)).toBeUndefined();
  });
});
