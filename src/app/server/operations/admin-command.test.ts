import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import { isClockTrusted } from '../purge/retention-clock.ts';
import { runAdmin, generateTemporaryPassword, CLI_ACTOR_ID } from './admin-command.ts';

const app = await createTestApp();

const run = async (args: string, input = '', clock: Clock = app.clock) => {
  const request = { args: args.split(' '), account: 'root', typed: input };
  const env = readEnv({ PUBLIC_URL: 'https://sajin.example' });
  const { code, lines } = await runAdmin(request, env, (work) => work({ db: app.db, clock }));
  return { code, text: lines.join('\n') };
};
const passwordIn = (text: string): string => /비밀번호: (\S+)/.exec(text)?.[1] ?? '';
const logIn = (loginId: string, password: string) => app.post('/api/auth/login', { loginId, password });
const isLetIn = async (token: string) => (await app.get('/api/admin/reservation', { token })).status === 200;

describe('npm run admin', () => {
  it('npm run admin creates an admin with a password that is shown once', async () => {
    const { code, text } = await run('create studio.kim --name 김사진');
    expect(code).toBe(0);
    expect(passwordIn(text)).toMatch(/^[a-z2-9]{16}$/);
    const response = await logIn('studio.kim', passwordIn(text));
    expect(await response.json()).toMatchObject({ role: 'ADMIN', name: '김사진' });
    await expect(run('create STUDIO.KIM')).rejects.toThrow('이미 있는 아이디입니다');
  });

  it('npm run admin reads a password from standard input and validates it', async () => {
    const { text } = await run('create studio.lee --stdin', '비밀번호열여섯자\n');
    expect(text).not.toContain('비밀번호열여섯자');
    expect((await logIn('studio.lee', '비밀번호열여섯자')).status).toBe(200);
    await expect(run('create studio.min --stdin', 'short')).rejects.toThrow('비밀번호는 8~16자');
    await expect(run('create a')).rejects.toThrow('아이디는 4~20자');
  });

  it('S-006 resetting an admin password revokes the sessions and unlocks the account', async () => {
    const admin = await insertAdmin(app, { loginId: 'studio.park', password: 'password1' });
    expect(await isLetIn(admin.accessToken)).toBe(true);
    for (let count = 0; count < 12; count += 1) await logIn('studio.park', 'wrong-one');
    const { text } = await run('reset Studio.Park');
    expect(await isLetIn(admin.accessToken)).toBe(false);
    expect((await logIn('studio.park', 'password1')).status).toBe(400);
    expect((await logIn('studio.park', passwordIn(text))).status).toBe(200);
  });

  it('npm run admin lists the admins with their last login', async () => {
    await run('create studio.new');
    const { text } = await run('list');
    expect(text).toContain('studio.kim  마지막 로그인 2026-11-21 10:00');
    expect(text).toContain('studio.new  마지막 로그인 최근 3개월 동안 없음');
  });

  it('confirming a clock jump resumes deletions by time', async () => {
    const { db, clock } = app;
    const later = new Date(clock.now().getTime() + 60 * 24 * 3_600_000);
    expect(await isClockTrusted(db, clock.now())).toBe(true);
    expect(await isClockTrusted(db, later)).toBe(false);
    await run('confirm-clock', '', { now: () => later });
    expect(await isClockTrusted(db, later)).toBe(true);
    expect((await run('confirm-clock studio.kim')).code).toBe(1);
  });

  it('S-005 an admin is disabled at once, except the last one', async () => {
    const admin = await insertAdmin(app, { loginId: 'studio.gone' });
    await run('disable studio.gone');
    expect((await app.get('/api/admin/reservation', { token: admin.accessToken })).status).toBe(401);
    const { loginId } = await insertMember(app);
    await expect(run(`disable ${loginId}`)).rejects.toThrow('관리자가 아닙니다');
    await expect(run(`reset ${loginId}`)).rejects.toThrow('관리자가 아닙니다');

    for (const id of ['studio.kim', 'studio.lee', 'studio.park']) await run(`disable ${id}`);
    await expect(run('disable studio.new')).rejects.toThrow('마지막 관리자');
    expect(await app.db.$count(members, eq(members.role, 'ADMIN'))).toBe(1);
  });

  it('each change by npm run admin is recorded in the audit log as made by the operator', async () => {
    const lines = await app.db.select().from(adminAuditLog).orderBy(asc(adminAuditLog.id));
    const actions = lines.map(({ action }) => action.replace('_ADMIN', ''));
    expect(actions.join(' ')).toBe(
      'CREATE CREATE RESET CREATE LISTS CONFIRM_CLOCK DISABLE DISABLE DISABLE DISABLE',
    );
    expect(new Set(lines.map(({ adminId }) => adminId))).toEqual(new Set([CLI_ACTOR_ID]));
    expect(lines.every(({ ip }) => /^local:./.test(ip))).toBe(true);
  });

  it.each(['', 'list studio', 'create', 'create a b', 'remove studio', 'create studio --force'])(
    'npm run admin %j prints the usage',
    async (args) => {
      expect(await run(args)).toMatchObject({ code: 1, text: expect.stringContaining('npm run admin --') });
    },
  );
});

it('generated passwords differ', () => {
  expect(new Set(Array.from({ length: 100 }, generateTemporaryPassword)).size).toBe(100);
});

it('npm run admin shows a setup link only while there is no admin', async () => {
  await expect(run('setup-link')).rejects.toThrow('관리자가 이미 있습니다');
  await app.db.delete(members);
  const { text } = await run('setup-link');
  expect(text).toMatch(/^https:\/\/sajin\.example\/setup\?token=[\w-]{32}$/m);
});
