import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members, verificationCodes } from '#core/auth/server/tables.ts';
import type { Session } from '#platform/contract/sessions.ts';
import { insertAdmin, insertMember, randomPhone, type SignedInMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { withQueryLog } from '#test/query-log.ts';
import { readError, createSecondServer, createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const password = 'password1';
const WRONG = { status: 400, code: 'CODE_WRONG', message: '인증번호가 올바르지 않거나 만료되었습니다.' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Identity = Pick<SignedInMember, 'loginId' | 'name' | 'phone'>;
const identityOf = ({ loginId, name, phone }: Identity) => ({ loginId, name, phoneNumber: phone });
const ask = (who: Identity) => app.post('/api/member/find-pw/send-code', identityOf(who));
const verify = (who: Identity, code: string) =>
  app.post('/api/member/find-pw/verify-code', { ...identityOf(who), code });
const reset = (who: Identity, code: string, next = 'newpass1') =>
  app.put('/api/member/find-pw/reset', { ...identityOf(who), code, password: next });
const receiveCode = async (who: Identity): Promise<string> => {
  expect((await ask(who)).status).toBe(200);
  return app.sentCode(who.phone);
};
const receiveVerified = async (who: Identity): Promise<string> => {
  const code = await receiveCode(who);
  expect((await verify(who, code)).status).toBe(200);
  return code;
};
const anotherCode = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');
const logIn = async (loginId: string, given: string) =>
  (await app.post('/api/auth/login', { loginId, password: given })).status;
const canAsk = async ({ accessToken }: { accessToken: string }): Promise<boolean> =>
  (await app.get('/api/member/profile', { token: accessToken })).status === 200;

describe('resetting a password', () => {
  it('a password is reset in four steps', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveCode(member);
    expect(await (await verify(member, code)).json()).toEqual({ message: '인증되었습니다.' });
    const response = await reset(member, code);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: '비밀번호가 변경되었습니다.' });
    expect([await logIn(member.loginId, password), await logIn(member.loginId, 'newpass1')]).toEqual([
      400, 200,
    ]);
    await sendNotifications(app.deps);
    expect(app.sent.at(-1)?.text).toBe(
      '[사진관] 비밀번호가 변경되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000',
    );
  });

  it('S-006 resetting a password revokes every session and pending code', async () => {
    const member = await insertMember(app, { password });
    const other = (await (
      await app.post('/api/auth/login', { loginId: member.loginId, password })
    ).json()) as Session;
    await app.post('/api/member/find-id/send-code', identityOf(member));
    const forId = app.sentCode(member.phone);
    expect((await reset(member, await receiveVerified(member))).status).toBe(200);
    expect([await canAsk(member), await canAsk(other)]).toEqual([false, false]);
    for (const { refreshToken } of [member, other])
      expect((await app.post('/api/auth/reissue', { refreshToken })).status).toBe(401);
    const body = { ...identityOf(member), code: forId };
    expect(await readError(await app.post('/api/member/find-id/verify', body))).toEqual(WRONG);
  });

  it('H1 a new password may have 4 to 16 characters of any kind', async () => {
    const member = await insertMember(app, { password });
    expect((await reset(member, await receiveVerified(member), '가나다라'.normalize('NFD'))).status).toBe(
      200,
    );
    expect(await logIn(member.loginId, '가나다라')).toBe(200);
    const code = await receiveVerified(member);
    expect(await readError(await reset(member, code, '12345678901234567'))).toMatchObject({ status: 400 });
    expect((await reset(member, code, '1234567890123456')).status).toBe(200);
  });

  it('S-029 a new password of 3 characters is rejected with the specified message and the code stays valid', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveVerified(member);
    expect(await readError(await reset(member, code, '123'))).toMatchObject({
      status: 400,
      message: '비밀번호는 4자 이상이어야 합니다.',
    });
    expect((await reset(member, code)).status).toBe(200);
  });
});

describe('H1 resetting the password of an admin', () => {
  it('S-047 an admin needs at least 8 characters, the code stays valid, and the studio is told', async () => {
    const admin = await insertAdmin(app, { password });
    const code = await receiveVerified(admin);
    expect(await readError(await reset(admin, code, '1234567'))).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      message: '비밀번호는 8~16자 사이여야 합니다.',
    });
    expect(await canAsk(admin)).toBe(true);
    await sendNotifications(app.deps);
    const before = app.sent.length;
    expect((await reset(admin, code, '12345678')).status).toBe(200);
    expect(await logIn(admin.loginId, '12345678')).toBe(200);
    await sendNotifications(app.deps);
    expect(app.sent.slice(before)).toContainEqual({
      to: '01000000000',
      text: '[사진관] 관리자의 비밀번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
    });
  });

  it('S-017 a short password with a wrong code does not reveal who is an admin', async () => {
    for (const insert of [insertAdmin, insertMember]) {
      const member = await insert(app, { password });
      expect(await readError(await reset(member, '123456', '1234'))).toEqual(WRONG);
      const code = await receiveVerified(member);
      expect(await readError(await reset(member, anotherCode(code), '1234'))).toEqual(WRONG);
    }
  });
});

describe('S-017 requesting a code to reset a password', () => {
  it('requesting a code to reset a password gives everyone the same response and is sent only to the member', async () => {
    const member = await insertMember(app, { password });
    const social = await insertMember(app, { loginId: 'social.only' });
    const sent = app.sent.length;
    const askers = [
      member,
      { ...member, loginId: 'nobody.here' },
      { ...member, name: '다른이' },
      { ...member, phone: randomPhone() },
      social,
    ];
    const responses: unknown[] = [];
    for (const who of askers) {
      const response = await ask(who);
      responses.push([response.status, Object.fromEntries(response.headers), await response.json()]);
    }
    for (const result of responses) expect(result).toEqual(responses[0]);
    expect(app.sent.slice(sent).map(({ to }) => to)).toEqual([member.phone]);
  });

  it('S-019 a member of social login cannot reset a password', async () => {
    const social = await insertMember(app);
    await ask(social);
    const rows = await app.db
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.phone, social.phone));
    expect(rows.map(({ memberId }) => memberId)).toEqual([null]);
    expect(await readError(await verify(social, '123456'))).toEqual(WRONG);
    expect(await readError(await reset(social, '123456'))).toEqual(WRONG);
    const [row] = await app.db.select().from(members).where(eq(members.id, social.id));
    expect(row?.passwordHash).toBeNull();
  });
});

describe('S-029 setting the new password', () => {
  it('resetting a password needs a verified code', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveCode(member);
    expect(await readError(await reset(member, code))).toEqual(WRONG);
    expect(await logIn(member.loginId, password)).toBe(200);
    expect((await verify(member, code)).status).toBe(200);
    expect((await reset(member, code)).status).toBe(200);
  });

  it('S-017 resetting a password runs the same queries whether or not id, name and phone match', async () => {
    const member = await insertMember(app, { password });
    const statements: string[] = [];
    const { put } = createSecondServer(app, { db: withQueryLog(app, (text) => void statements.push(text)) });
    const queriesOf = async (who: Identity): Promise<string[]> => {
      const body = { ...identityOf(who), code: '123456', password: 'newpass1' };
      expect(await readError(await put('/api/member/find-pw/reset', body))).toEqual(WRONG);
      return statements
        .splice(0)
        .map((text) => text.replace(/"member_id" (= \$\d+|is null)/, '').replaceAll(/\$\d+/g, '?'));
    };
    const known = await queriesOf(member);
    expect(known).toHaveLength(3);
    expect(await queriesOf({ ...member, name: '다른이' })).toEqual(known);
  });

  it('S-023 a verified code resets a password once, even with 20 requests at once', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveVerified(member);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(member, code, `another${index}`)),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBe(1);
    expect(await readError(await reset(member, code, 'newpass2'))).toEqual(WRONG);
    expect(await logIn(member.loginId, 'newpass2')).toBe(400);
  });

  it('a verified code can be used for 10 minutes after the first verification', async () => {
    const [early, late] = [await insertMember(app, { password }), await insertMember(app, { password })];
    const [earlyCode, lateCode] = [await receiveVerified(early), await receiveVerified(late)];
    app.clock.advance(2 * MINUTE);
    expect((await verify(late, lateCode)).status).toBe(200);
    app.clock.advance(8 * MINUTE);
    expect((await reset(early, earlyCode)).status).toBe(200);
    app.clock.advance(MINUTE);
    expect(await readError(await reset(late, lateCode))).toEqual(WRONG);
  });

  it('S-020 a code to reset a password must be verified within 180 s', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveCode(member);
    app.clock.advance(181 * SECOND);
    expect(await readError(await verify(member, code))).toEqual(WRONG);
    expect(await readError(await reset(member, code))).toEqual(WRONG);
  });

  it('S-021 wrong codes are counted over verification and reset together', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveCode(member);
    for (const step of [1, 2]) expect((await verify(member, anotherCode(code, step))).status).toBe(400);
    expect((await verify(member, code)).status).toBe(200);
    for (const step of [3, 4, 5])
      expect(await readError(await reset(member, anotherCode(code, step)))).toEqual(WRONG);
    expect(await readError(await reset(member, code))).toEqual(WRONG);
    expect(await readError(await verify(member, code))).toEqual(WRONG);
  });

  it('S-022 of 100 concurrent password reset codes only 5 are checked', async () => {
    const member = await insertMember(app, { password });
    const code = await receiveCode(member);
    const guesses = Array.from({ length: 100 }, (_, step) => verify(member, anotherCode(code, step + 1)));
    expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
    const [row] = await app.db
      .select()
      .from(verificationCodes)
      .where(eq(verificationCodes.phone, member.phone));
    expect(row?.attempts).toBe(5);
    expect((await verify(member, code)).status).toBe(400);
  });

  it('S-025 S-029 a code of one member cannot reset the password of another', async () => {
    const [attacker, victim] = [await insertMember(app, { password }), await insertMember(app, { password })];
    const code = await receiveVerified(attacker);
    const attempts = [
      { ...attacker, loginId: victim.loginId },
      { ...victim, phone: attacker.phone },
      { ...attacker, loginId: victim.loginId, name: victim.name },
      victim,
    ];
    for (const who of attempts) {
      expect(await readError(await reset(who, code, 'stolen12'))).toEqual(WRONG);
      expect(await readError(await verify(who, code))).toEqual(WRONG);
    }
    expect(await logIn(victim.loginId, password)).toBe(200);
  });

  it('S-025 a code for another purpose cannot reset a password', async () => {
    const member = await insertMember(app, { password });
    await app.post('/api/member/find-id/send-code', identityOf(member));
    const forId = app.sentCode(member.phone);
    expect(await readError(await verify(member, forId))).toEqual(WRONG);
    expect(await readError(await reset(member, forId))).toEqual(WRONG);
  });

  it('S-024 a replaced code, verified or not, cannot reset a password', async () => {
    const member = await insertMember(app, { password });
    const older = await receiveVerified(member);
    const newer = await receiveCode(member);
    if (older !== newer) expect(await readError(await reset(member, older))).toEqual(WRONG);
    expect((await verify(member, newer)).status).toBe(200);
  });

  it.each([
    [{ loginId: 'abc' }, '아이디는 4~20자 사이여야 합니다.'],
    [{ name: '\u0000' }, undefined],
    [{ password: ['a'] }, '비밀번호는 4자 이상이어야 합니다.'],
    [{ code: '１２３４５６' }, '인증번호 6자리를 입력해 주세요.'],
  ])('S-061 refuses %j', async (changes, message) => {
    const member = await insertMember(app, { password });
    const body = { ...identityOf(member), code: '123456', password: 'newpass1', ...changes };
    const refusal = await readError(await app.put('/api/member/find-pw/reset', body));
    expect(refusal).toMatchObject({ status: 400, ...(message === undefined ? {} : { message }) });
  });
});
