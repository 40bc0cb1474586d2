import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { insertMember } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';
import { ensureAdmin } from './admins.ts';

const app = await createTestApp();
const settings = { loginId: 'Studio.Admin', password: 'password1' };

describe('the admin of ADMIN_LOGIN_ID', () => {
  it('the configured admin is created once and can log in', async () => {
    expect(await ensureAdmin(app.deps, settings)).toBe('created');
    expect(await ensureAdmin(app.deps, { ...settings, loginId: 'studio.admin' })).toBe('kept');
    const response = await app.post('/api/auth/login', settings);
    expect(await response.json()).toMatchObject({ role: 'ADMIN', name: '관리자' });
  });

  it('an existing admin keeps its password', async () => {
    await ensureAdmin(app.deps, { ...settings, password: 'password2' });
    expect((await app.post('/api/auth/login', settings)).status).toBe(200);
  });

  it('an existing member is not made an admin', async () => {
    const member = await insertMember(app, { loginId: 'kim.minsu' });
    expect(await ensureAdmin(app.deps, { ...settings, loginId: 'KIM.MINSU' })).toBe('kept');
    const [row] = await app.db.select().from(members).where(eq(members.id, member.id));
    expect(row).toMatchObject({ role: 'MEMBER', passwordHash: null });
  });

  it.each([
    [{ ...settings, loginId: 'abc' }, /ADMIN_LOGIN_ID: 아이디는 4~20자/],
    [{ ...settings, password: 'short' }, /ADMIN_PASSWORD: 비밀번호는 8~16자/],
  ])('must keep to the rules of every member: %j', async (wrong, message) => {
    await expect(ensureAdmin(app.deps, wrong)).rejects.toThrow(message);
    await expect(ensureAdmin(app.deps, wrong)).rejects.toBeInstanceOf(OperatorError);
  });
});
