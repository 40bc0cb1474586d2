import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members, socialIdentities, verificationCodes } from '#core/auth/server/tables.ts';
import { resendNotification } from '#core/messages/server/resend-notification.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { insertAdmin, insertMember, randomPhone, type SignedInMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';

const app = await createTestApp();
const WRONG = { status: 400, code: 'CODE_WRONG', message: '인증번호가 올바르지 않거나 만료되었습니다.' };
const TAKEN = { status: 409, code: 'PHONE_TAKEN', message: '이미 가입된 전화번호입니다.' };
const MINUTE_MS = 60_000;
const PATH = '/api/member/profile/phone';

type Signed = Pick<SignedInMember, 'accessToken'>;
const authOf = ({ accessToken }: Signed) => ({ token: accessToken });
const askFor = (member: Signed, phoneNumber: string) =>
  app.post(`${PATH}/send-code`, { phoneNumber }, authOf(member));
const change = (member: Signed, phoneNumber: string, code: string, password?: string) =>
  app.put(PATH, { phoneNumber, code, ...(password !== undefined && { password }) }, authOf(member));
const receiveCode = async (member: Signed, phone: string): Promise<string> => {
  expect((await askFor(member, phone)).status).toBe(200);
  return app.sentCode(phone);
};
const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const phoneOf = async ({ id }: Pick<SignedInMember, 'id'>): Promise<string | null | undefined> =>
  (await app.db.select({ phone: members.phone }).from(members).where(eq(members.id, id)))[0]?.phone;

describe('changing the name', () => {
  it('the new name is trimmed, saved and shown at once', async () => {
    const member = await insertMember(app);
    const response = await app.put('/api/member/profile/name', { name: ' 새이름 ' }, authOf(member));
    expect([response.status, await response.json()]).toEqual([200, { name: '새이름' }]);
    const profile = await app.get('/api/member/profile', authOf(member));
    expect(await profile.json()).toEqual({ loginId: member.loginId, name: '새이름' });
  });

  it.each([
    ['', '이름을 입력해 주세요.'],
    ['김*진', '이름에 사용할 수 없는 문자가 들어 있습니다.'],
    ['가'.repeat(31), '이름은 30자까지 입력할 수 있습니다.'],
  ])('the name %j is rejected', async (name, message) => {
    const member = await insertMember(app);
    const response = await app.put('/api/member/profile/name', { name }, authOf(member));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { name: message } });
  });

  it('a member whose profile is incomplete changes neither name nor phone and downloads nothing', async () => {
    const member = await insertMember(app);
    await app.db.update(members).set({ status: 'PENDING_SOCIAL' }).where(eq(members.id, member.id));
    const responses = [
      await app.put('/api/member/profile/name', { name: '새이름' }, authOf(member)),
      await askFor(member, randomPhone()),
      await change(member, randomPhone(), '123456'),
      await app.post('/api/member/export/send-code', undefined, authOf(member)),
      await app.post('/api/member/export', { code: '123456' }, authOf(member)),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('changing the phone number', () => {
  it('a code sent to the new number changes it, the old number is told, and the session stays', async () => {
    const member = await insertMember(app);
    const phone = randomPhone();
    const response = await change(member, phone, await receiveCode(member, phone));
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: '휴대폰 번호가 변경되었습니다.' },
    ]);
    const shown = await app.get(PATH, authOf(member));
    expect(await shown.json()).toEqual({ phoneNumber: `010-****-${phone.slice(-4)}` });
    const before = app.sent.length;
    await sendNotifications(app.deps);
    expect(app.sent.slice(before)).toMatchObject([
      {
        to: member.phone,
        text: '[사진관] 휴대폰 번호가 변경되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000',
      },
    ]);
    const [notice] = await app.db.select().from(notifications).where(eq(notifications.memberId, member.id));
    expect(notice).toMatchObject({ kind: 'PHONE_CHANGED', phone: null, sendsAtNight: true });
  });

  it('the notice never goes to the new number, not even when an admin sends it again', async () => {
    const member = await insertMember(app);
    const admin = await insertAdmin(app);
    const phone = randomPhone();
    await change(member, phone, await receiveCode(member, phone));
    await app.db
      .update(notifications)
      .set({ state: 'FAILED', phone: null })
      .where(eq(notifications.memberId, member.id));
    const [notice] = await app.db.select().from(notifications).where(eq(notifications.memberId, member.id));
    const before = app.sent.length;
    await resendNotification(app.db, notice?.id ?? 0, {
      member: { id: admin.id, loginId: admin.loginId },
      caller: { ip: '203.0.113.1' },
      now: app.clock.now(),
    });
    await sendNotifications(app.deps);
    expect(app.sent.slice(before)).toEqual([]);
    const [after] = await app.db.select().from(notifications).where(eq(notifications.memberId, member.id));
    expect(after).toMatchObject({ state: 'FAILED', resultCode: 'NO_NUMBER' });
  });

  it('S-047 a member with a password changes the number only with the current one, and a wrong one keeps the code', async () => {
    const member = await insertMember(app, { password: 'password1' });
    const phone = randomPhone();
    const code = await receiveCode(member, phone);
    const missing = await change(member, phone, code);
    expect([missing.status, await missing.json()]).toMatchObject([
      400,
      { fields: { password: '비밀번호를 입력해 주세요.' } },
    ]);
    expect(await readError(await change(member, phone, code, 'password2'))).toMatchObject({
      status: 400,
      code: 'PASSWORD_WRONG',
      message: '현재 비밀번호가 일치하지 않습니다.',
    });
    expect(await phoneOf(member)).toBe(member.phone);
    expect((await change(member, phone, code, 'password1')).status).toBe(200);
    expect(await phoneOf(member)).toBe(phone);
  });

  it('S-047 the old number and every number of the studio are told of the new number of an admin', async () => {
    const admin = await insertAdmin(app);
    const studioPhones = ['01000000000', '01000000001'];
    await publishChange(app, admin, 'messages', () => ({ studioPhones }));
    await sendNotifications(app.deps);
    const phone = randomPhone();
    expect((await change(admin, phone, await receiveCode(admin, phone))).status).toBe(200);
    const before = app.sent.length;
    await sendNotifications(app.deps);
    const toStudio = '[사진관] 관리자의 휴대폰 번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.';
    const told = app.sent
      .slice(before)
      .map(({ to, text }) => [to, text.includes('본인이 아니면') ? 'own' : text]);
    expect(told.toSorted()).toEqual(
      [[admin.phone, 'own'], ...studioPhones.map((to) => [to, toStudio])].toSorted(),
    );
  });

  it('an admin without a number adds one, and only the studio is told', async () => {
    const admin = await insertAdmin(app);
    await app.db.update(members).set({ phone: null }).where(eq(members.id, admin.id));
    expect(await (await app.get(PATH, authOf(admin))).json()).toEqual({ phoneNumber: null });
    const phone = randomPhone();
    expect((await change(admin, phone, await receiveCode(admin, phone))).status).toBe(200);
    expect(await phoneOf(admin)).toBe(phone);
    const told = await app.db.$count(notifications, eq(notifications.memberId, admin.id));
    expect(told).toBe(0);
    const toStudio = await app.db.select().from(notifications).where(eq(notifications.state, 'QUEUED'));
    expect(new Set(toStudio.map(({ kind }) => kind))).toEqual(new Set(['ADMIN_PHONE_CHANGED']));
  });

  it('a member of social login changes the number too', async () => {
    const member = await insertMember(app);
    await app.db.update(members).set({ loginId: null, loginIdKey: null }).where(eq(members.id, member.id));
    await app.db
      .insert(socialIdentities)
      .values({ provider: 'kakao', subject: member.id, memberId: member.id });
    const phone = randomPhone();
    expect((await change(member, phone, await receiveCode(member, phone))).status).toBe(200);
    expect(await phoneOf(member)).toBe(phone);
  });

  it('a wrong code is rejected and counted, and the fifth ends the code', async () => {
    const member = await insertMember(app);
    const phone = randomPhone();
    const code = await receiveCode(member, phone);
    for (let count = 0; count < 5; count += 1)
      expect(await readError(await change(member, phone, anotherCode(code)))).toEqual(WRONG);
    expect(await readError(await change(member, phone, code))).toEqual(WRONG);
    expect(await phoneOf(member)).toBe(member.phone);
  });

  it('an expired code is rejected', async () => {
    const member = await insertMember(app);
    const phone = randomPhone();
    const code = await receiveCode(member, phone);
    app.clock.advance(3 * MINUTE_MS);
    expect(await readError(await change(member, phone, code))).toEqual(WRONG);
  });

  it('a number of a member is rejected before and after the code was sent', async () => {
    const member = await insertMember(app);
    const other = await insertMember(app);
    expect(await readError(await askFor(member, other.phone))).toEqual(TAKEN);
    expect(await readError(await askFor(member, member.phone))).toEqual(TAKEN);
    const phone = randomPhone();
    const code = await receiveCode(member, phone);
    await insertMember(app, { phone });
    expect(await readError(await change(member, phone, code))).toEqual(TAKEN);
    expect(await phoneOf(member)).toBe(member.phone);
  });

  it('a code of another purpose, number or member is rejected', async () => {
    const member = await insertMember(app);
    const other = await insertMember(app);
    const [phone, second] = [randomPhone(), randomPhone()];
    const code = await receiveCode(member, phone);
    expect(await readError(await change(member, second, code))).toEqual(WRONG);
    expect(await readError(await change(other, phone, code))).toEqual(WRONG);
    await app.post(`/api/member/send-code?phoneNumber=${second}`);
    expect(await readError(await change(member, second, app.sentCode(second)))).toEqual(WRONG);
    expect((await change(member, phone, code)).status).toBe(200);
  });

  it('of two members who take one number at the same time exactly one gets it', async () => {
    const rivals = [await insertMember(app), await insertMember(app)];
    const phone = randomPhone();
    const codes: string[] = [];
    for (const rival of rivals) codes.push(await receiveCode(rival, phone));
    // The second code ended the first one.
    await app.db.update(verificationCodes).set({ endedAt: null }).where(eq(verificationCodes.phone, phone));
    const responses = await Promise.all(
      rivals.map((rival, index) => change(rival, phone, codes[index] ?? '')),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const owners = await app.db.$count(members, eq(members.phone, phone));
    expect(owners).toBe(1);
  });

  it('the same form sent twice succeeds twice and tells the old number once', async () => {
    const member = await insertMember(app);
    const phone = randomPhone();
    const code = await receiveCode(member, phone);
    const responses = await Promise.all([change(member, phone, code), change(member, phone, code)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.db.$count(notifications, eq(notifications.memberId, member.id))).toBe(1);
  });
});

it('codes for new numbers are limited per member, whatever the number', async () => {
  const limited = await createTestApp({ rateLimits: true });
  const member = await insertMember(limited);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const body = { phoneNumber: randomPhone() };
    const response = await limited.post(`${PATH}/send-code`, body, authOf(member));
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});
