import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insertMember, randomPhone } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import { verificationCodes } from '../tables.ts';
import { consumeCode, issueCode, type CodeScope } from './verification-codes.ts';

const app = await createTestApp();
const { db, deps } = app;
const scopeOf = (changes: Partial<CodeScope> = {}): CodeScope => ({
  purpose: 'JOIN',
  phone: randomPhone(),
  memberId: null,
  ...changes,
});
const anotherCode = (code: string, step: number): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

describe('parallel attempts to verify one code', () => {
  it('S-022 of 100 concurrent wrong codes at most 5 are checked', async () => {
    const scope = scopeOf();
    const { id, code } = await issueCode(deps, scope);
    const guesses = Array.from({ length: 100 }, (_, step) => anotherCode(code, step + 1));
    const results = await Promise.all(guesses.map((guess) => consumeCode(db, deps, scope, guess)));
    expect(results).not.toContain(true);
    const [row] = await db.select().from(verificationCodes).where(eq(verificationCodes.id, id));
    expect(row?.attempts).toBe(5);
    expect(await consumeCode(db, deps, scope, code)).toBe(false);
  });

  it('S-023 of 100 parallel requests with the right code exactly one succeeds', async () => {
    const scope = scopeOf();
    const { code } = await issueCode(deps, scope);
    const results = await Promise.all(Array.from({ length: 100 }, () => consumeCode(db, deps, scope, code)));
    expect(results.filter(Boolean).length).toBe(1);
  });
});

describe('S-025 a verification code is only valid for', () => {
  it('its purpose', async () => {
    const scope = scopeOf();
    const { code } = await issueCode(deps, scope);
    expect(await consumeCode(db, deps, { ...scope, purpose: 'FIND_PASSWORD' }, code)).toBe(false);
    expect(await consumeCode(db, deps, scope, code)).toBe(true);
  });

  it('its member', async () => {
    const [owner, other] = [await insertMember(app), await insertMember(app)];
    const scope = scopeOf({ purpose: 'FIND_PASSWORD', memberId: owner.id });
    const { code } = await issueCode(deps, scope);
    expect(await consumeCode(db, deps, { ...scope, memberId: other.id }, code)).toBe(false);
    expect(await consumeCode(db, deps, { ...scope, memberId: null }, code)).toBe(false);
    expect(await consumeCode(db, deps, scope, code)).toBe(true);
  });
});

describe('codes', () => {
  it('requesting several codes at once leaves one valid code', async () => {
    const scope = scopeOf();
    await Promise.all(Array.from({ length: 10 }, () => issueCode(deps, scope)));
    const rows = await db.select().from(verificationCodes).where(eq(verificationCodes.phone, scope.phone));
    expect(rows.length).toBe(10);
    expect(rows.filter(({ endedAt }) => endedAt === null).length).toBe(1);
  });

  it('a verification code has 6 digits, including leading zeros', async () => {
    const issued = await Promise.all(Array.from({ length: 40 }, () => issueCode(deps, scopeOf())));
    for (const { code } of issued) expect(code).toMatch(/^\d{6}$/);
  });
});

describe('F-16 when the clock is set back', () => {
  it('no verification code lives longer and no cool-down becomes longer when the clock is set back', async () => {
    const scope = scopeOf();
    const { code } = await issueCode(deps, scope);
    app.clock.advance(-10 * 60_000);
    expect(await consumeCode(db, deps, scope, code)).toBe(false);
    const limited = { ...deps, env: { ...deps.env, rateLimits: true } };
    const anew = await issueCode(limited, scope);
    await expect(issueCode(limited, scope)).rejects.toThrow();
    expect(await consumeCode(db, deps, scope, anew.code)).toBe(true);
  });
});
