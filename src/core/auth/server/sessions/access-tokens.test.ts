import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  SignJWT,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { deriveKey } from '#platform/server/crypto/derive-key.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';
import { members, sessions } from '../tables.ts';

const app = await createTestApp();
const member = await insertMember(app);
const ownKey = deriveKey(app.deps.authSecret, 'access-token');
const genuine = decodeJwt(member.accessToken);
const header = decodeProtectedHeader(member.accessToken) as JWTHeaderParameters;
const [head = '', payload = '', signature = ''] = member.accessToken.split('.');

const forge = (
  claims: JWTPayload = {},
  headers: Partial<JWTHeaderParameters> = {},
  key: Parameters<SignJWT['sign']>[0] = ownKey,
): Promise<string> =>
  new SignJWT({ ...genuine, ...claims }).setProtectedHeader({ ...header, ...headers }).sign(key);

const askWith = async (token: string) => (await app.get('/api/member/profile', { token })).status;
const inSeconds = () => Math.floor(app.clock.now().getTime() / 1_000);

describe('an access token', () => {
  it('an access token identifies the member and session', async () => {
    const response = await app.get('/api/member/profile', { token: member.accessToken });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ loginId: member.loginId, name: member.name });
    expect(await askWith(await forge())).toBe(200);
  });

  it('an access token contains ids and times but no name or role', () => {
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(Object.keys(genuine).toSorted()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(genuine.sub).toBe(member.id);
    expect((genuine.exp ?? 0) - (genuine.iat ?? 0)).toBe(600);
  });

  it('an access token has the HMAC-SHA256 signature that earlier versions issued', () => {
    const expected = createHmac('sha256', ownKey).update(`${head}.${payload}`).digest('base64url');
    expect(signature).toBe(expected);
  });

  it('the access token of an admin expires after 5 minutes', async () => {
    const { exp = 0, iat = 0 } = decodeJwt((await insertAdmin(app)).accessToken);
    expect(exp - iat).toBe(300);
  });
});

const flipped = base64url.decode(signature);
flipped[7] = (flipped[7] ?? 0) ^ 1;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const { publicKey, privateKey: ownPrivate } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const headOf = (value: object) => base64url.encode(JSON.stringify(value));
const jwk = publicKey.export({ format: 'jwk' });

const forged = [
  ['alg none', `${headOf({ alg: 'none', typ: 'at+jwt' })}.${payload}.`],
  ['alg none with the signature', `${headOf({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`],
  ['one byte of the signature changed', `${head}.${payload}.${base64url.encode(flipped)}`],
  ['no signature', `${head}.${payload}.`],
  [
    'another payload',
    `${head}.${base64url.encode(JSON.stringify({ ...genuine, sub: randomUUID() }))}.${signature}`,
  ],
  ['alg HS512', await forge({}, { alg: 'HS512' }, randomBytes(64))],
  ['alg RS256', await forge({}, { alg: 'RS256' }, privateKey)],
  ['another key', await forge({}, {}, randomBytes(32))],
  ['the secret itself as key', await forge({}, {}, app.deps.authSecret)],
  ['a key for another purpose', await forge({}, {}, deriveKey(app.deps.authSecret, 'refresh-successor'))],
  ['its own key as jwk', await forge({}, { alg: 'ES256', jwk }, ownPrivate)],
  ['a jwk header under our key', await forge({}, { jwk })],
  ['a jku header under our key', await forge({}, { jku: 'https://evil.example/keys' })],
  ['no token at all', 'bearer'],
] as const;

describe('S-001 a forged access token is rejected', () => {
  it.each(forged)('%s', async (_, token) => {
    const response = await app.get('/api/member/profile', { token });
    expect(await readError(response)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

it('S-001 a rejected token is logged without its value', async () => {
  const lines: unknown[] = [];
  const note = (line: unknown): void => void lines.push(line);
  const hono = createApp({ ...app.deps, log: { info: note, warn: note, error: note, debug: note } });
  for (const [, token] of forged)
    await hono.request('/api/member/profile', { headers: { authorization: `Bearer ${token}` } });
  expect(lines.length).toBe(forged.length);
  for (const line of lines) expect(line).toMatchObject({ event: 'access_token_refused' });
  expect(JSON.stringify(lines)).not.toContain(payload);
});

it('S-001 at most 20 rejected tokens are logged per minute, then the number omitted', async () => {
  const lines: unknown[] = [];
  const note = (line: unknown): void => void lines.push(line);
  const flooded = await createTestApp();
  const log = { info: note, warn: note, error: note, debug: note };
  const { get } = createSecondServer(flooded, { log });
  for (let count = 0; count < 50; count += 1) await get('/api/member/profile', { token: 'a.b.c' });
  const line = { event: 'access_token_refused', reason: 'ERR_JWS_INVALID' };
  expect(lines).toEqual(Array.from({ length: 20 }, () => line));
  flooded.clock.advance(60_000);
  for (let count = 0; count < 2; count += 1) await get('/api/member/profile', { token: 'a.b.c' });
  expect(lines.slice(20)).toEqual([{ ...line, omitted: 30 }, line]);
});

describe('S-003 a genuine access token is rejected', () => {
  it.each([
    ['31 s after its end', { exp: inSeconds() - 31 }, {}, 401],
    ['not 29 s after its end', { exp: inSeconds() - 29 }, {}, 200],
    ['for another audience', { aud: 'another' }, {}, 401],
    ['by another issuer', { iss: 'https://evil.example' }, {}, 401],
    ['of another type', {}, { typ: 'JWT' }, 401],
    ['before its time', { nbf: inSeconds() + 60 }, {}, 401],
    ['without an end', { exp: undefined }, {}, 401],
    ['without a session', { sid: undefined }, {}, 401],
    ['of no such session', { sid: randomUUID() }, {}, 401],
    ['of another member’s session', { sub: randomUUID() }, {}, 401],
  ])('%s', async (_, claims, headers, status) => {
    expect(await askWith(await forge(claims, headers))).toBe(status);
  });

  it('S-002 a refresh token is not accepted as an access token', async () => {
    expect(await askWith(member.refreshToken)).toBe(401);
  });
});

describe('S-005 changes during a session apply at the next request', () => {
  it('a revoked role applies at the next request', async () => {
    const admin = await insertAdmin(app);
    const list = async () => (await app.get('/api/admin/member', { token: admin.accessToken })).status;
    expect(await list()).toBe(200);
    await app.db.update(members).set({ role: 'MEMBER' }).where(eq(members.id, admin.id));
    expect(await list()).toBe(403);
  });

  it('a revoked session and a deleted member are rejected at the next request', async () => {
    const ended = await insertMember(app);
    await app.db.update(sessions).set({ expiresAt: app.clock.now() }).where(eq(sessions.memberId, ended.id));
    expect(await askWith(ended.accessToken)).toBe(401);

    const gone = await insertMember(app);
    await app.db.delete(members).where(eq(members.id, gone.id));
    expect(await askWith(gone.accessToken)).toBe(401);
  });

  it('S-043 with an incomplete social profile only the profile is accessible', async () => {
    const pending = await insertMember(app);
    await app.db.update(members).set({ status: 'PENDING_SOCIAL' }).where(eq(members.id, pending.id));
    expect(await askWith(pending.accessToken)).toBe(200);
    const refused = await app.get('/api/reservation/my', { token: pending.accessToken });
    expect(await readError(refused)).toMatchObject({ status: 403, code: 'PROFILE_INCOMPLETE' });
  });
});
