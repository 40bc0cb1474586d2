import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members } from '#core/auth/server/tables.ts';
import { insertMember } from '#test/factories/members.ts';
import { createSecondServer, createTestApp, type TestApp } from '#test/test-app.ts';
import { openErasureLedger, readErasedSubjects } from './erasure-ledger.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-ledger-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const app = await createTestApp();
const file = join(root, 'elsewhere/erasures.jsonl');
const ledger = openErasureLedger(file);
const onDisk = createSecondServer(app, { erasures: ledger });

/** Registers a member and deletes the account; returns the hash that identifies it. */
const comeAndGo = async (by: TestApp): Promise<string> => {
  const member = await insertMember(app);
  expect((await by.delete('/api/member', undefined, { token: member.accessToken })).status).toBe(204);
  return hashMemberId(member.id).toString('hex');
};

describe('F-24 the erasure ledger', () => {
  let noted = '';
  beforeAll(async () => void (noted = await comeAndGo(onDisk)));

  it('the erasure ledger has the line before the deletion is confirmed, in a file readable by its owner only', async () => {
    expect(await readErasedSubjects(file)).toEqual(new Set([noted]));
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readErasedSubjects(join(root, 'nowhere'))).toBeNull();
  });

  it('the erasure ledger adds missing erasures of other processes once', async () => {
    const others = [await comeAndGo(app), await comeAndGo(app)];
    // A line truncated by a full disk.
    await appendFile(file, '{"event":"member_er');
    expect(await ledger.reconcile(app.db)).toBe(2);
    expect(await ledger.reconcile(app.db)).toBe(0);
    expect(await readErasedSubjects(file)).toEqual(new Set([noted, ...others]));
    expect(await readFile(file, 'utf8')).toContain('"at":"2026-11-21T01:00:00.000Z"');
  });

  it('deleting an account succeeds when the erasure ledger cannot be written, and logs it', async () => {
    const logged: unknown[] = [];
    const log = { ...app.deps.log, error: (line: unknown) => void logged.push(line) };
    const full = { append: () => Promise.reject(new Error('ENOSPC')) };
    const subject = await comeAndGo(createSecondServer(app, { erasures: full, log }));
    expect(logged).toMatchObject([{ event: 'erasure_not_noted', subject }]);
    const left = await app.db.select({ id: members.id }).from(members);
    expect(left.map(({ id }) => hashMemberId(id).toString('hex'))).not.toContain(subject);
    expect(await ledger.reconcile(app.db)).toBe(1);
  });
});
