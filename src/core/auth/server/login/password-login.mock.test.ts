import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { Session } from '#platform/contract/sessions.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { loginLog, members } from '../tables.ts';

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>();
  return { ...argon2, hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) };
});

const app = await createTestApp();
const password = 'password1';
await insertMember(app, { loginId: 'Kim.Minsu', name: '김민수', password });
const FAILED = { status: 400, code: 'LOGIN_FAILED', message: '아이디 또는 비밀번호가 올바르지 않습니다.' };

const logIn = (credentials: object, from = app) => from.post('/api/auth/login', credentials);
const signIn = async (loginId: string, given = password): Promise<Session> => {
  const response = await logIn({ loginId, password: given });
  expect(response.status).toBe(200);
  return (await response.json()) as Session;
};
const canAsk = async (accessToken: string): Promise<boolean> =>
  (await app.get('/api/member/profile', { token: accessToken })).status === 200;
const outcomesOf = async (id: string): Promise<string[]> => {
  const rows = await app.db
    .select({ outcome: loginLog.outcome })
    .from(loginLog)
    .where(eq(loginLog.memberId, id))
    .orderBy(loginLog.id);
  return rows.map(({ outcome }) => outcome);
};

describe('login', () => {
  it('a login returns tokens, name and role, and nothing else', async () => {
    const session = await signIn('Kim.Minsu');
    expect(Object.keys(session).toSorted()).toEqual(['accessToken', 'name', 'refreshToken', 'role']);
    expect(session).toMatchObject({ name: '김민수', role: 'MEMBER' });
    expect(await canAsk(session.accessToken)).toBe(true);
  });

  it.each(['kim.minsu', ' KIM.MINSU ', 'ｋｉｍ.minsu'])(
    'S-018 a login accepts the id %j',
    async (loginId) => {
      expect((await logIn({ loginId, password })).status).toBe(200);
    },
  );

  it('S-014 an unknown login id gets the same response as a wrong password', async () => {
    const wrong = await logIn({ loginId: 'kim.minsu', password: 'password2' });
    const unknown = await logIn({ loginId: 'nobody.here', password });
    expect(Object.fromEntries(unknown.headers)).toEqual(Object.fromEntries(wrong.headers));
    expect(await readError(wrong)).toEqual(FAILED);
    expect(await readError(unknown)).toEqual(FAILED);
  });

  it('S-014 a login hashes exactly once, for known and unknown ids', async () => {
    for (const loginId of ['kim.minsu', 'nobody.here']) {
      vi.mocked(verify).mockClear();
      await logIn({ loginId, password: 'password2' });
      expect(verify).toHaveBeenCalledTimes(1);
    }
  });

  it.each([
    ['an id of 3 letters', { loginId: 'kim', password }],
    ['an id of 21 letters', { loginId: 'k'.repeat(21), password }],
    ['an id of 2,000 letters', { loginId: 'k'.repeat(2_000), password }],
    ['an e-mail address', { loginId: 'kim@example.com', password }],
    ['a password of 3 letters', { loginId: 'kim.minsu', password: 'abc' }],
    ['a password of 2,000 letters', { loginId: 'kim.minsu', password: 'p'.repeat(2_000) }],
  ])('S-014 answers %s as every wrong login, after the same work', async (_, given) => {
    vi.mocked(verify).mockClear();
    expect(await readError(await logIn(given))).toEqual(FAILED);
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ loginId: ' ', password }, '아이디를 입력해 주세요.'],
    [
      { loginId: 'kim\u0000.minsu', password },
      '아이디에는 글자, 숫자, 점(.), 밑줄(_), 하이픈(-)만 사용할 수 있습니다.',
    ],
    [{ loginId: 'kim.minsu', password: '' }, '비밀번호를 입력해 주세요.'],
  ])('refuses %j as input', async (given, message) => {
    expect(await readError(await logIn(given))).toEqual({ status: 400, code: 'INVALID_INPUT', message });
  });

  it('S-019 a login fails for a member without a password', async () => {
    await insertMember(app, { loginId: 'social.only' });
    expect(await readError(await logIn({ loginId: 'social.only', password }))).toEqual(FAILED);
  });

  it.each([
    { loginId: 'kim.minsu' },
    { loginId: 'kim.minsu', password: '' },
    { loginId: 'kim.minsu', password: null },
    { loginId: 'kim.minsu', password: [password] },
    { loginId: 'kim.minsu', password: { length: 9 } },
    { loginId: ['kim.minsu'], password },
    { loginId: 'kim.minsu', password, code: '12345' },
    { loginId: 'kim.minsu', password, totp: '123456' },
    { loginId: 'kim.minsu', password, role: 'ADMIN' },
    { loginId: 'kim.minsu', password, socialId: '1' },
  ])('S-013 answers %j 400', async (body) => {
    expect((await logIn(body)).status).toBe(400);
  });

  it('S-011 a Hangul password is accepted composed or decomposed and never truncated', async () => {
    const hangul = '가나다라마바사아자차카타파하거너';
    await insertMember(app, { loginId: 'hangul.password', password: hangul });
    await signIn('hangul.password', hangul.normalize('NFD'));
    expect(await readError(await logIn({ loginId: 'hangul.password', password: `${hangul}더` }))).toEqual(
      FAILED,
    );
  });

  it('a login rehashes a password that was hashed with a lower cost', async () => {
    const { id, loginId } = await insertMember(app, { loginId: 'old.cost' });
    const passwordHash = await hash(password, { memoryCost: 9_216, timeCost: 1 });
    await app.db.update(members).set({ passwordHash }).where(eq(members.id, id));
    await signIn(loginId);
    const [row] = await app.db.select().from(members).where(eq(members.id, id));
    expect(row?.passwordHash).toMatch(/m=19456,t=2,p=1/);
    await signIn(loginId);
  });

  it('a login succeeds when rehashing fails', async () => {
    const { id, loginId } = await insertMember(app, { loginId: 'busy.rehash' });
    const passwordHash = await hash(password, { memoryCost: 9_216, timeCost: 1 });
    await app.db.update(members).set({ passwordHash }).where(eq(members.id, id));
    vi.mocked(hash).mockRejectedValueOnce(new Error('no room for another hash'));
    expect(await canAsk((await signIn(loginId)).accessToken)).toBe(true);
    const [row] = await app.db.select().from(members).where(eq(members.id, id));
    expect(row?.passwordHash).toBe(passwordHash);
  });

  it('every login, successful or failed, is recorded in the login log', async () => {
    const { id, loginId } = await insertMember(app, { password });
    const { accessToken } = await signIn(loginId);
    await logIn({ loginId, password: 'password2' });
    await app.post('/api/auth/logout', undefined, { token: accessToken });
    expect(await outcomesOf(id)).toEqual(['SUCCESS', 'SUCCESS', 'FAILURE', 'LOGOUT']);
  });
});

describe('S-010 a login beyond the maximum number of sessions', () => {
  it('the 11th session of a member ends the oldest', async () => {
    const { loginId, accessToken } = await insertMember(app, { password });
    const tokens = [accessToken];
    for (let count = 0; count < 10; count += 1) {
      app.clock.advance(1_000);
      tokens.push((await signIn(loginId)).accessToken);
    }
    const alive = await Promise.all(tokens.map(canAsk));
    expect(alive).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
  });

  it('the 4th session of an admin ends the oldest, even with concurrent logins', async () => {
    const admin = await insertAdmin(app, { password });
    app.clock.advance(1_000);
    const sessions = await Promise.all(Array.from({ length: 5 }, () => signIn(admin.loginId)));
    const alive = await Promise.all([admin, ...sessions].map(({ accessToken }) => canAsk(accessToken)));
    expect(alive[0]).toBe(false);
    expect(alive.filter(Boolean).length).toBe(3);
  });
});

describe('logout', () => {
  const logOut = async (token?: string) =>
    (await app.post('/api/auth/logout', undefined, token === undefined ? {} : { token })).status;

  it('S-004 logging out ends the session at once, and doing it again is harmless', async () => {
    const { accessToken, refreshToken } = await signIn('kim.minsu');
    expect(await logOut(accessToken)).toBe(204);
    expect(await canAsk(accessToken)).toBe(false);
    expect(await readError(await app.post('/api/auth/reissue', { refreshToken }))).toMatchObject({
      status: 401,
    });
    expect(await logOut(accessToken)).toBe(204);
  });

  it('logging out does not end other sessions of the member', async () => {
    const [one, other] = [await signIn('kim.minsu'), await signIn('kim.minsu')];
    await logOut(one.accessToken);
    expect(await canAsk(other.accessToken)).toBe(true);
  });

  it('logging out accepts a token that expired within the last day, but no older one', async () => {
    const [late, tooLate] = [await insertMember(app), await insertMember(app)];
    const isOver = async ({ refreshToken }: { refreshToken: string }) =>
      (await app.post('/api/auth/reissue', { refreshToken })).status === 401;
    app.clock.advance(23 * 3_600_000);
    expect(await logOut(late.accessToken)).toBe(204);
    app.clock.advance(2 * 3_600_000);
    expect(await logOut(tooLate.accessToken)).toBe(204);
    expect([await isOver(late), await isOver(tooLate)]).toEqual([true, false]);
  });

  it('logging out without a token or with a forged one is answered with 204', async () => {
    expect(await logOut()).toBe(204);
    expect(await logOut('a.b.c')).toBe(204);
  });
});
