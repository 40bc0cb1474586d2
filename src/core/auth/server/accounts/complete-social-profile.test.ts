import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { insertAdmin, insertMember, randomPhone } from '#test/factories/members.ts';
import { postReservation } from '#test/factories/reservations.ts';
import {
  completeProfile,
  logInUntilHandoff,
  signInWithProvider,
  startOidcServers,
} from '#test/factories/social-logins.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { consents, members } from '../tables.ts';

const { oauth } = await startOidcServers();
const app = await createTestApp({ oauth });
const agreements = { all: true, over14: true, terms: true, privacy: true };

let count = 0;
const someone = () => ({ subject: String(6_000_000_000 + (count += 1)), nickname: '김소셜' });
const newMember = () => signInWithProvider(app, 'kakao', someone());

interface Asking {
  readonly accessToken: string;
  readonly cookie?: string;
}
const optionsOf = ({ accessToken: token, cookie }: Asking) => ({
  token,
  ...(cookie === undefined ? {} : { headers: { cookie } }),
});
const sendCode = async (asking: Asking, phone: string): Promise<string> => {
  const response = await app.post(`/api/member/send-code?phoneNumber=${phone}`, undefined, optionsOf(asking));
  expect(response.status).toBe(200);
  return app.sentCode(phone);
};
const update = (asking: Asking, phoneNumber: string, code: string, changes: object = {}) =>
  app.post(
    '/api/member/update-extra',
    { name: '김추가', phoneNumber, code, agreements, ...changes },
    optionsOf(asking),
  );
const rowOf = async ({ accessToken }: Asking) => {
  const [row] = await app.db
    .select()
    .from(members)
    .where(eq(members.id, String(decodeJwt(accessToken).sub)));
  return row;
};
const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('completing a social profile', () => {
  it('completing the profile activates the member within the same session and records each consent', async () => {
    const member = await newMember();
    expect((await postReservation(app, member)).status).toBe(403);
    const phone = randomPhone();
    const response = await update(member, phone, await sendCode(member, phone));
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: '추가 정보가 등록되었습니다.' },
    ]);
    expect(await rowOf(member)).toMatchObject({
      name: '김추가',
      phone,
      status: 'ACTIVE',
      role: 'MEMBER',
      passwordHash: null,
    });
    const given = await app.db
      .select()
      .from(consents)
      .where(eq(consents.memberId, (await rowOf(member))?.id ?? ''));
    expect(
      given.map(({ item, version, identityVersion, ip }) => [item, version, identityVersion, ip]).toSorted(),
    ).toEqual([
      ['over14', 1, 1, '203.0.113.1'],
      ['privacy', 1, 1, '203.0.113.1'],
      ['terms', 1, 1, '203.0.113.1'],
    ]);
    const profile = await app.get('/api/member/profile', { token: member.accessToken });
    expect(await profile.json()).toEqual({ loginId: '카카오 계정', name: '김추가' });
    expect((await postReservation(app, member)).status).toBe(201);
  });

  it('completing the profile works with hand-off tokens in the browser they were issued to', async () => {
    const handed = await logInUntilHandoff(app, 'naver', someone());
    const phone = randomPhone();
    const code = await sendCode(handed, phone);
    expect((await update({ accessToken: handed.accessToken }, phone, code)).status).toBe(401);
    expect((await update(handed, phone, code)).status).toBe(200);
    // The hand-off token gives no other access until it is exchanged.
    expect((await app.get('/api/reservation/my', optionsOf(handed))).status).toBe(401);
  });

  it('S-043 a profile can be completed only once', async () => {
    const member = await newMember();
    await completeProfile(app, member);
    const again = await update(member, randomPhone(), '123456');
    expect(await readError(again)).toMatchObject({ status: 409, code: 'EXTRA_ALREADY_GIVEN' });
    const registered = await insertMember(app);
    expect(await readError(await update(registered, randomPhone(), '123456'))).toMatchObject({
      status: 409,
      code: 'EXTRA_ALREADY_GIVEN',
    });
  });

  it('a profile sent ten times at once is completed once', async () => {
    const member = await newMember();
    const phone = randomPhone();
    const code = await sendCode(member, phone);
    const responses = await Promise.all(Array.from({ length: 10 }, () => update(member, phone, code)));
    const refused = await Promise.all(responses.filter(({ status }) => status !== 200).map(readError));
    expect(refused).toHaveLength(9);
    expect(refused.every(({ code: name }) => name === 'EXTRA_ALREADY_GIVEN')).toBe(true);
  });

  it.each([
    ['over14', false],
    ['over14', undefined],
    ['over14', 'true'],
    ['terms', false],
    ['privacy', false],
  ])('L-01 L-02 with %s %j stores nothing', async (item, value) => {
    const member = await newMember();
    const phone = randomPhone();
    const code = await sendCode(member, phone);
    const response = await update(member, phone, code, { agreements: { ...agreements, [item]: value } });
    expect(response.status).toBe(400);
    expect(await rowOf(member)).toMatchObject({ name: '', phone: null, status: 'PENDING_SOCIAL' });
    expect(await app.db.$count(consents, eq(consents.memberId, (await rowOf(member))?.id ?? ''))).toBe(0);
    // The code is still valid.
    expect((await update(member, phone, code)).status).toBe(200);
  });

  it('S-040 completing a profile ignores role, status and member id in the request', async () => {
    const member = await newMember();
    const other = await insertMember(app);
    const phone = randomPhone();
    const extras = {
      role: 'ADMIN',
      roles: ['ADMIN'],
      status: 'ACTIVE',
      isAdmin: true,
      memberId: other.id,
      loginId: 'boss',
    };
    expect((await update(member, phone, await sendCode(member, phone), extras)).status).toBe(200);
    expect(await rowOf(member)).toMatchObject({ role: 'MEMBER', loginId: null, phone });
    const [untouched] = await app.db.select().from(members).where(eq(members.id, other.id));
    expect(untouched).toMatchObject({ phone: other.phone, name: other.name });
  });
});

describe('the phone number of a social profile', () => {
  it('H16 the phone of another member is rejected and links no accounts', async () => {
    const holder = await insertMember(app);
    const member = await newMember();
    const sent = await app.post(
      `/api/member/send-code?phoneNumber=${holder.phone}`,
      undefined,
      optionsOf(member),
    );
    expect(await readError(sent)).toMatchObject({ status: 409, code: 'PHONE_TAKEN' });
    const refused = await readError(await update(member, holder.phone, '123456'));
    expect(refused).toEqual({ status: 409, code: 'PHONE_TAKEN', message: '이미 가입된 전화번호입니다.' });
    expect(await rowOf(member)).toMatchObject({ status: 'PENDING_SOCIAL', phone: null });
  });

  it('a phone requested by two members at once goes to one of them', async () => {
    const member = await newMember();
    const phone = randomPhone();
    const code = await sendCode(member, phone);
    const [response] = await Promise.all([
      update(member, phone, code),
      insertMember(app, { phone }).catch(() => null),
    ]);
    expect([200, 409]).toContain(response.status);
    expect(await app.db.$count(members, eq(members.phone, phone))).toBe(1);
  });
});

describe('a verification code for a social profile', () => {
  it('S-025 H15 a code of another member, guest or phone is rejected', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const [phone, second, third] = [randomPhone(), randomPhone(), randomPhone()];
    const foreign = await sendCode(other, phone);
    expect(await readError(await update(member, phone, foreign))).toMatchObject({ code: 'CODE_WRONG' });
    const sent = await app.post(`/api/member/send-code?phoneNumber=${second}`);
    expect(sent.status).toBe(200);
    expect(await readError(await update(member, second, app.sentCode(second)))).toMatchObject({
      code: 'CODE_WRONG',
    });
    const own = await sendCode(member, third);
    expect(await readError(await update(member, phone, own))).toMatchObject({ code: 'CODE_WRONG' });
    expect((await update(member, third, own)).status).toBe(200);
  });

  it('S-025 the code of a social member cannot register anyone else', async () => {
    const phone = randomPhone();
    const code = await sendCode(await newMember(), phone);
    const identity = { loginId: 'someone.else', password: 'password1', name: '김일반', phoneNumber: phone };
    const response = await app.post('/api/member/register', { ...identity, code, agreements });
    expect(await readError(response)).toMatchObject({ status: 400, code: 'CODE_WRONG' });
  });

  it('S-021 a code is invalid after five wrong attempts', async () => {
    const member = await newMember();
    const phone = randomPhone();
    const code = await sendCode(member, phone);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await readError(await update(member, phone, wrongCode(code)))).toMatchObject({
        status: 400,
        code: 'CODE_WRONG',
      });
    expect(await readError(await update(member, phone, code))).toMatchObject({ code: 'CODE_WRONG' });
  });
});

it('the list of members shows the provider in place of a login id and omits pending members', async () => {
  const admin = await insertAdmin(app);
  const phone = randomPhone();
  await completeProfile(app, await signInWithProvider(app, 'google', someone()), {
    name: '목록이',
    phoneNumber: phone,
  });
  await newMember();
  const list = await app.get('/api/admin/member', { token: admin.accessToken });
  const rows = (await list.json()) as { loginId: string; name: string; phoneNumber: string }[];
  expect(rows).toContainEqual({ loginId: 'Google 계정', name: '목록이', phoneNumber: phone });
  expect(rows.every(({ name, phoneNumber }) => name !== '' && phoneNumber !== '')).toBe(true);
});
