import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Session } from '#platform/contract/sessions.ts';
import { insertMember } from '#test/factories/members.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { createSession } from '../sessions/create-session.ts';
import { members } from '../tables.ts';

const app = await createTestApp();
const limited = await createTestApp({ rateLimits: true });
const password = 'password1';
const next = 'password2';

const change = (token: string, body: object, from = app) =>
  from.put('/api/member/profile/password', body, { token });
const logIn = (loginId: string, given: string) => app.post('/api/auth/login', { loginId, password: given });
const signIn = async (loginId: string, given: string) =>
  (await (await logIn(loginId, given)).json()) as Session;
const canAsk = async ({ accessToken }: { accessToken: string }): Promise<boolean> =>
  (await app.get('/api/member/profile', { token: accessToken })).status === 200;

describe('changing the password', () => {
  it('S-006 changing the password ends every other session at once but not the current one', async () => {
    const member = await insertMember(app, { password });
    const other = await signIn(member.loginId, password);
    const response = await change(member.accessToken, { oldPassword: password, newPassword: next });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: '비밀번호가 변경되었습니다.' });
    expect([await canAsk(member), await canAsk(other)]).toEqual([true, false]);
    expect((await app.post('/api/auth/reissue', { refreshToken: other.refreshToken })).status).toBe(401);
    expect((await app.post('/api/auth/reissue', { refreshToken: member.refreshToken })).status).toBe(200);
    expect((await logIn(member.loginId, password)).status).toBe(400);
    expect((await logIn(member.loginId, next)).status).toBe(200);
  });

  it('H11 a wrong current password is answered with 400 and changes nothing', async () => {
    const member = await insertMember(app, { password });
    const other = await signIn(member.loginId, password);
    const response = await change(member.accessToken, { oldPassword: 'password3', newPassword: next });
    expect(await readError(response)).toEqual({
      status: 400,
      code: 'PASSWORD_WRONG',
      message: '현재 비밀번호가 일치하지 않습니다.',
    });
    expect([await canAsk(other), (await logIn(member.loginId, password)).status]).toEqual([true, 200]);
  });

  it.each([password, 'ｐａｓｓｗｏｒｄ１'])(
    'changing the password to the current one (%s) is rejected',
    async (newPassword) => {
      const member = await insertMember(app, { password });
      const other = await signIn(member.loginId, password);
      expect(
        await readError(await change(member.accessToken, { oldPassword: password, newPassword })),
      ).toEqual({
        status: 400,
        code: 'PASSWORD_UNCHANGED',
        message: '새 비밀번호가 현재 비밀번호와 같습니다.',
      });
      expect(await canAsk(other)).toBe(true);
    },
  );

  it('a wrong password sent as both the current and the new one is rejected as wrong', async () => {
    const member = await insertMember(app, { password });
    const twice = { oldPassword: 'password3', newPassword: 'password3' };
    expect(await readError(await change(member.accessToken, twice))).toMatchObject({
      code: 'PASSWORD_WRONG',
    });
  });

  it.each([
    [{ newPassword: 'short12' }, '비밀번호는 8~16자 사이여야 합니다.'],
    [{ newPassword: '12345678901234567' }, '비밀번호는 8~16자 사이여야 합니다.'],
    [{ newPassword: ['password2'] }, '비밀번호는 8~16자 사이여야 합니다.'],
    [{ oldPassword: '' }, '비밀번호를 입력해 주세요.'],
  ])('S-011 refuses %j', async (changes, message) => {
    const member = await insertMember(app, { password });
    const body = { oldPassword: password, newPassword: next, ...changes };
    expect(await readError(await change(member.accessToken, body))).toMatchObject({ status: 400, message });
  });

  it('S-011 a new password in Hangul is accepted composed or decomposed', async () => {
    const member = await insertMember(app, { password: '가나다라마바사아' });
    const body = {
      oldPassword: '가나다라마바사아'.normalize('NFD'),
      newPassword: '아자차카타파하거'.normalize('NFD'),
    };
    expect((await change(member.accessToken, body)).status).toBe(200);
    expect((await logIn(member.loginId, '아자차카타파하거')).status).toBe(200);
  });

  it('S-019 a member of social login cannot set a password', async () => {
    const social = await insertMember(app);
    const response = await change(social.accessToken, { oldPassword: password, newPassword: next });
    expect(await readError(response)).toMatchObject({ status: 400, code: 'PASSWORD_WRONG' });
    const [row] = await app.db.select().from(members).where(eq(members.id, social.id));
    expect(row?.passwordHash).toBeNull();
  });

  it('S-040 extra fields in a password change do not change the role', async () => {
    const member = await insertMember(app, { password });
    await change(member.accessToken, { oldPassword: password, newPassword: next, role: 'ADMIN', id: 'x' });
    const [row] = await app.db.select().from(members).where(eq(members.id, member.id));
    expect(row?.role).toBe('MEMBER');
  });

  it('of two password changes at once exactly one succeeds', async () => {
    const member = await insertMember(app, { password });
    const responses = await Promise.all(
      ['password3', 'password4'].map((newPassword) =>
        change(member.accessToken, { oldPassword: password, newPassword }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('changing the password is locked after 10 wrong attempts, so a stolen token cannot be used to guess it', async () => {
    const member = await insertMember(limited, { password });
    const wrong = { oldPassword: 'password3', newPassword: next };
    for (let count = 0; count < 10; count += 1) {
      expect((await change(member.accessToken, wrong, limited)).status).toBe(400);
      limited.clock.advance(20_000);
    }
    const right = { oldPassword: password, newPassword: next };
    expect((await change(member.accessToken, right, limited)).status).toBe(429);
  });
});

describe('a login concurrent with a password change', () => {
  it('a login with the old password creates no session once the password was changed', async () => {
    const member = await insertMember(app, { password });
    const [before] = await app.db.select().from(members).where(eq(members.id, member.id));
    await change(member.accessToken, { oldPassword: password, newPassword: next });
    const late = createSession(app.deps, {
      memberId: member.id,
      role: 'MEMBER',
      ip: '203.0.113.1',
      userAgent: 'test',
      verifiedHash: before?.passwordHash ?? '',
    });
    await expect(late).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
  });

  it('after concurrent logins and a password change only the session that changed it is active', async () => {
    const member = await insertMember(app, { password });
    const logins = Array.from({ length: 8 }, () => logIn(member.loginId, password));
    const [changed, ...responses] = await Promise.all([
      change(member.accessToken, { oldPassword: password, newPassword: next }),
      ...logins,
    ]);
    expect(changed?.status).toBe(200);
    for (const response of responses) {
      if (response.status === 200) expect(await canAsk((await response.json()) as Session)).toBe(false);
      else expect(response.status).toBe(400);
    }
    expect(await canAsk(member)).toBe(true);
  });
});
