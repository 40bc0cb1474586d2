import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { consents, members, verificationCodes } from '#core/auth/server/tables.ts';
import { insertMember, randomPhone } from '#test/factories/members.ts';
import { readError, createTestApp, type TestApp } from '#test/test-app.ts';

const REPEATS = process.env.TEST_FULL === undefined ? 20 : 50;
const app = await createTestApp();
const limited = await createTestApp({ rateLimits: true });
const member = await insertMember(app, { loginId: 'kim.minsu', phone: '01011112222' });
const SECOND = 1_000;
const TAKEN_ID = { status: 409, code: 'LOGIN_ID_TAKEN', message: '이미 사용 중인 아이디입니다.' };
const TAKEN_PHONE = { status: 409, code: 'PHONE_TAKEN', message: '이미 가입된 전화번호입니다.' };
const WRONG_CODE = { status: 400, code: 'CODE_WRONG' };

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
const checkId = (loginId: string) => app.get(`/api/member/check-id?${query({ loginId })}`);
const checkPhone = (phoneNumber: string) => app.get(`/api/member/check-phone?${query({ phoneNumber })}`);
const askForCode = (phoneNumber: string, from = app) =>
  from.post(`/api/member/send-code?${query({ phoneNumber })}`);

const receiveCode = async (phone: string, from: TestApp = app): Promise<string> => {
  expect((await askForCode(phone, from)).status).toBe(200);
  return from.sentCode(phone);
};
const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

let count = 0;
const formOf = (phoneNumber: string, code: string, changes: object = {}) => {
  count += 1;
  return {
    loginId: `new.member${count}`,
    password: 'password1',
    confirmPassword: 'password1',
    name: '홍길동',
    phoneNumber,
    code,
    agreements: { all: true, over14: true, terms: true, privacy: true },
    ...changes,
  };
};
const register = (form: object, from = app) => from.post('/api/member/register', form);
const tryCode = async (phone: string, code: string) => (await register(formOf(phone, code))).status;

describe('GET /api/member/check-id', () => {
  it('check-id reports a free login id', async () => {
    const response = await checkId('nobody.here');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ available: true });
  });

  it.each(['kim.minsu', 'KIM.MINSU', 'ｋｉｍ.ｍｉｎｓｕ', ' kim.minsu '])(
    'S-018 check-id reports %j as taken',
    async (loginId) => {
      expect(await readError(await checkId(loginId))).toEqual(TAKEN_ID);
    },
  );

  it.each([
    ['a zero-width joiner', 'kim\u200d.minsu'],
    ['a bidi override', 'kim\u202e.minsu'],
    ['a control character', 'kim\u0007.minsu'],
    ['NUL', 'kim\u0000.minsu'],
    ['a Hangul filler', 'kim\u3164.minsu'],
    ['a variation selector', 'kim\ufe0f.minsu'],
    ['a blank', 'kim minsu'],
    ['markup', '<kim.minsu>'],
  ])('S-018 refuses %s', async (_, loginId) => {
    expect(await readError(await checkId(loginId))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });

  it.each(['abc', 'a'.repeat(21)])(
    '@9-login-id check-id rejects %s with the specified message',
    async (loginId) => {
      expect(await readError(await checkId(loginId))).toMatchObject({
        message: '아이디는 4~20자 사이여야 합니다.',
      });
    },
  );

  it.each(['abcd', 'a'.repeat(20)])('@9-login-id check-id accepts %s', async (loginId) => {
    expect((await checkId(loginId)).status).toBe(200);
  });
});

describe('check-phone and send-code', () => {
  it('check-phone and send-code accept a free phone number', async () => {
    expect(await (await checkPhone(randomPhone())).json()).toEqual({ available: true });
  });

  it.each([
    '01011112222',
    '010-1111-2222',
    '+821011112222',
    '821011112222',
    '+82 10-1111-2222',
    '01011112222\n',
  ])('S-027 know %j as taken', async (phone) => {
    expect(await readError(await checkPhone(phone))).toEqual(TAKEN_PHONE);
    expect(await readError(await askForCode(phone))).toEqual(TAKEN_PHONE);
  });

  it.each([
    '٠١٠١١١١٢٢٢٢',
    '０１０１１１１２２２２',
    '010111122223',
    '0101111222',
    '0212345678',
    '+14155550100',
    '01112345678',
    '',
  ])('S-027 check-phone and send-code reject %j', async (phone) => {
    const sent = app.sent.length;
    const refusal = { status: 400, message: '휴대폰 번호 11자리를 정확히 입력해주세요.' };
    expect(await readError(await checkPhone(phone))).toMatchObject(refusal);
    expect(await readError(await askForCode(phone))).toMatchObject(refusal);
    expect(app.sent.length).toBe(sent);
  });
});

describe('send-code', () => {
  it('S-028 send-code sends one message and neither returns nor stores the code in clear', async () => {
    const phone = randomPhone();
    const response = await askForCode(phone);
    expect(await response.json()).toEqual({
      message: '인증번호를 보냈습니다.',
      expiresIn: 180,
      resendIn: 60,
    });
    expect(app.sent.filter(({ to }) => to === phone).length).toBe(1);
    const [row] = await app.db.select().from(verificationCodes).where(eq(verificationCodes.phone, phone));
    expect(row?.codeHash.length).toBe(32);
    expect(row?.codeHash.toString('latin1')).not.toContain(app.sentCode(phone));
    expect(JSON.stringify({ ...row, codeHash: '', phone: '' })).not.toContain(app.sentCode(phone));
  });

  it.each(['rejected', 'unknown'] as const)(
    'F-13 send-code responds 503 when the provider reports %s',
    async (outcome) => {
      app.setSmsOutcome(outcome);
      const response = await askForCode(randomPhone());
      app.setSmsOutcome('accepted');
      expect(await readError(response)).toEqual({
        status: 503,
        code: 'SMS_FAILED',
        message: '인증번호 전송에 실패했습니다.',
      });
    },
  );
});

describe('S-026 the cool-down between two codes', () => {
  it('no code is sent within 60 s of the previous one', async () => {
    const phone = randomPhone();
    await receiveCode(phone, limited);
    limited.clock.advance(59 * SECOND);
    const tooSoon = await askForCode(phone, limited);
    expect(tooSoon.headers.get('retry-after')).toBe('1');
    expect(await readError(tooSoon)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(limited.sent.length).toBe(1);
    limited.clock.advance(SECOND);
    await receiveCode(phone, limited);
    expect(limited.sent.length).toBe(2);
  });

  it('the cool-down applies after a message with unknown outcome but not after a rejected one', async () => {
    const [certain, uncertain] = [randomPhone(), randomPhone()];
    limited.setSmsOutcome('rejected');
    await askForCode(certain, limited);
    limited.setSmsOutcome('unknown');
    await askForCode(uncertain, limited);
    limited.setSmsOutcome('accepted');
    expect((await askForCode(certain, limited)).status).toBe(200);
    expect((await askForCode(uncertain, limited)).status).toBe(429);
  });

  it('the cool-down applies to concurrent requests', async () => {
    const phone = randomPhone();
    const responses = await Promise.all([1, 2, 3].map(() => askForCode(phone, limited)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  });
});

describe('S-026 the number of codes sent', () => {
  const MINUTE = 60 * SECOND;

  it('one phone gets at most 3 codes in 10 minutes, 5 an hour and 10 a day, in any notation', async () => {
    const own = await createTestApp({ rateLimits: true });
    const phone = randomPhone();
    const forms = [
      phone,
      `+82${phone.slice(1)}`,
      `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
    ];
    let address = 0;
    const send = async (form: string): Promise<number> => {
      address += 1;
      return (
        await own.post(`/api/member/send-code?${query({ phoneNumber: form })}`, undefined, {
          ip: `198.51.100.${address}`,
        })
      ).status;
    };
    for (const form of forms) {
      expect(await send(form)).toBe(200);
      own.clock.advance(MINUTE);
    }
    expect(await send(phone)).toBe(429);
    expect(own.sent.length).toBe(3);
    // The refused request does not count: two more fit into the hour, five into the day.
    for (let count = 0; count < 2; count += 1) {
      own.clock.advance(10 * MINUTE);
      expect(await send(phone)).toBe(200);
    }
    own.clock.advance(10 * MINUTE);
    expect(await send(phone)).toBe(429);
    own.clock.advance(60 * MINUTE);
    for (let count = 0; count < 5; count += 1) {
      expect(await send(phone)).toBe(200);
      own.clock.advance(13 * MINUTE);
    }
    expect(await send(phone)).toBe(429);
    expect(own.sent.length).toBe(10);
  });

  it('one IP address can request 10 codes an hour', async () => {
    const own = await createTestApp({ rateLimits: true });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await askForCode(randomPhone(), own)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(own.sent.length).toBe(10);
  });

  it('H3 checks of an id or phone are limited per IP address only, so 30 reloads a minute lock nobody out', async () => {
    const own = await createTestApp({ rateLimits: true });
    const checks = [
      '/api/member/check-id?loginId=nobody.here',
      '/api/member/check-phone?phoneNumber=01012345678',
    ];
    for (let reload = 0; reload < 30; reload += 1)
      for (const check of checks) expect((await own.get(check)).status).toBe(200);
    own.clock.advance(15 * SECOND);
    for (const check of checks) {
      const refused = await own.get(check);
      expect(refused.headers.get('retry-after')).toBe('45');
      expect(await readError(refused)).toEqual({
        status: 429,
        code: 'TOO_MANY_REQUESTS',
        message: '요청이 너무 많습니다. 45초 후 다시 시도해 주세요.',
      });
      expect((await own.get(check, { ip: '192.0.2.7' })).status).toBe(200);
    }
  });
});

describe('POST /api/member/register', () => {
  it('@3-registration registering creates a member who can log in and stores the consents', async () => {
    const phone = randomPhone();
    const form = formOf(phone, await receiveCode(phone), { loginId: 'Hong.GilDong' });
    const response = await register(form);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ loginId: 'Hong.GilDong', name: '홍길동' });

    const { loginId, password } = form;
    expect((await app.post('/api/auth/login', { loginId, password })).status).toBe(200);
    const agreed = await app.db
      .select({ item: consents.item, version: consents.version, address: consents.ip })
      .from(consents)
      .innerJoin(members, eq(members.id, consents.memberId))
      .where(eq(members.phone, phone));
    expect(agreed.map(({ item }) => item).toSorted()).toEqual(['over14', 'privacy', 'terms']);
    expect(agreed[0]).toMatchObject({
      version: 1,
      address: '203.0.113.1',
    });
  });

  it('S-040 registering ignores a role in the request', async () => {
    const phone = randomPhone();
    const wishes = { role: 'ADMIN', roles: ['ADMIN'], status: 'ACTIVE', isAdmin: true, id: member.id };
    expect((await register(formOf(phone, await receiveCode(phone), wishes))).status).toBe(201);
    const [row] = await app.db.select().from(members).where(eq(members.phone, phone));
    expect(row).toMatchObject({ role: 'MEMBER', status: 'ACTIVE' });
    expect(row?.id).not.toBe(member.id);
  });

  const tooYoung = { over14: false, terms: true, privacy: true };
  it.each([
    ['confirmPassword', { confirmPassword: 'password2' }, '비밀번호가 일치하지 않습니다.'],
    ['password', { password: 'passwor' }, '비밀번호는 8~16자 사이여야 합니다.'],
    ['password', { password: '12345678901234567' }, '비밀번호는 8~16자 사이여야 합니다.'],
    ['loginId', { loginId: 'abc' }, '아이디는 4~20자 사이여야 합니다.'],
    ['name', { name: '김*수' }, '이름에 사용할 수 없는 문자가 들어 있습니다.'],
    ['name', { name: '\u3164' }, '이름을 입력해 주세요.'],
    ['code', { code: '12345' }, '인증번호 6자리를 입력해 주세요.'],
    ['code', { code: '1234567' }, '인증번호 6자리를 입력해 주세요.'],
    ['agreements.over14', { agreements: tooYoung }, '필수 약관에 모두 동의해 주세요.'],
    ['agreements', { agreements: undefined }, '필수 약관에 모두 동의해 주세요.'],
  ])(
    '@9-age @9-code L-01 S-011 registering with a wrong %s names the field and stores nothing',
    async (field, changes, message) => {
      const phone = randomPhone();
      const response = await register(formOf(phone, await receiveCode(phone), changes));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'INVALID_INPUT',
        message,
        fields: { [field]: message },
      });
      expect(await app.db.$count(members, eq(members.phone, phone))).toBe(0);
    },
  );

  it('registering accepts a Hangul password typed composed and confirmed decomposed', async () => {
    const phone = randomPhone();
    const password = '비밀번호여덟글자';
    const changes = { password, confirmPassword: password.normalize('NFD') };
    expect((await register(formOf(phone, await receiveCode(phone), changes))).status).toBe(201);
  });

  it('S-042 registering with a taken id is rejected and the code stays valid', async () => {
    const phone = randomPhone();
    const form = formOf(phone, await receiveCode(phone));
    expect(await readError(await register({ ...form, loginId: 'KIM.minsu' }))).toEqual(TAKEN_ID);
    expect((await register(form)).status).toBe(201);
  });

  it(`S-042 registering ${REPEATS} times at once creates one member`, async () => {
    const phone = randomPhone();
    const form = formOf(phone, await receiveCode(phone));
    const responses = await Promise.all(Array.from({ length: REPEATS }, () => register(form)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBe(1);
    expect(statuses.filter((status) => status === 409).length).toBe(REPEATS - 1);
    expect(await app.db.$count(members, eq(members.phone, phone))).toBe(1);
  });

  it('S-042 registering one id from many phones at once creates one member, and the other codes stay valid', async () => {
    const phones = Array.from({ length: 5 }, randomPhone);
    const forms = [];
    for (const phone of phones)
      forms.push(formOf(phone, await receiveCode(phone), { loginId: 'wanted.by.all' }));
    const statuses = (await Promise.all(forms.map((form) => register(form)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409]);
    const loser = forms[statuses.indexOf(409)];
    expect((await register({ ...loser, loginId: 'second.choice' })).status).toBe(201);
  });

  it('S-042 registering a taken id changes nothing of the existing member', async () => {
    const [before] = await app.db.select().from(members).where(eq(members.id, member.id));
    const code = await receiveCode(randomPhone());
    expect(await readError(await register(formOf(member.phone, code)))).toEqual(TAKEN_PHONE);
    const [after] = await app.db.select().from(members).where(eq(members.id, member.id));
    expect(after).toEqual(before);
  });
});

describe('a registration code', () => {
  it('S-020 a registration code expires after 180 s', async () => {
    const [early, late] = [randomPhone(), randomPhone()];
    const [earlyCode, lateCode] = [await receiveCode(early), await receiveCode(late)];
    app.clock.advance(179 * SECOND);
    expect(await tryCode(early, earlyCode)).toBe(201);
    app.clock.advance(SECOND);
    expect(await readError(await register(formOf(late, lateCode)))).toMatchObject(WRONG_CODE);
  });

  it.each([
    [4, 201],
    [5, 400],
  ])('S-021 after %d wrong guesses answers %d', async (guesses, status) => {
    const phone = randomPhone();
    const code = await receiveCode(phone);
    for (let left = guesses; left > 0; left -= 1) expect(await tryCode(phone, anotherCode(code))).toBe(400);
    expect(await tryCode(phone, code)).toBe(status);
  });

  it('S-023 a registration code can be used once', async () => {
    const phone = randomPhone();
    const code = await receiveCode(phone);
    expect(await tryCode(phone, code)).toBe(201);
    await app.db.delete(members).where(eq(members.phone, phone));
    expect(await tryCode(phone, code)).toBe(400);
  });

  it('S-024 a new registration code invalidates the previous one', async () => {
    const phone = randomPhone();
    const older = await receiveCode(phone);
    const newer = await receiveCode(phone);
    if (older !== newer) expect(await tryCode(phone, older)).toBe(400);
    expect(await tryCode(phone, newer)).toBe(201);
  });

  it('S-025 a registration code is rejected for another phone', async () => {
    const [one, other] = [randomPhone(), randomPhone()];
    const [code, otherCode] = [await receiveCode(one), await receiveCode(other)];
    if (code !== otherCode) expect(await tryCode(other, code)).toBe(400);
    expect(await tryCode(randomPhone(), code)).toBe(400);
  });
});
