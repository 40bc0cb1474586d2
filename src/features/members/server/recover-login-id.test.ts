import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { members, verificationCodes } from '#core/auth/server/tables.ts';
import { noSms } from '#platform/server/ports/no-messages.ts';
import { insertMember, randomPhone, type SignedInMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { readError, createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const limited = await createTestApp({ rateLimits: true });
const password = 'password1';
const member = await insertMember(app, { loginId: 'kim.minsu', name: '김민수', password });
const social = await insertMember(app, { loginId: 'social.only', name: '이소셜' });
const WRONG = { status: 400, code: 'CODE_WRONG', message: '인증번호가 올바르지 않거나 만료되었습니다.' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Identity = Pick<SignedInMember, 'name' | 'phone'>;
const identityOf = ({ name, phone }: Identity) => ({ name, phoneNumber: phone });
const ask = (who: Identity, from = app, address = '203.0.113.1') =>
  from.post('/api/member/find-id/send-code', identityOf(who), { ip: address });
const verify = (who: Identity, code: string, from = app, address = '203.0.113.1') =>
  from.post('/api/member/find-id/verify', { ...identityOf(who), code }, { ip: address });
const receiveCode = async (who: Identity, from = app): Promise<string> => {
  expect((await ask(who, from)).status).toBe(200);
  return from.sentCode(who.phone);
};
const anotherCode = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** Each requester, and whether such a member exists. */
const askers: readonly (readonly [string, Identity])[] = [
  ['a member', member],
  ['the phone of a member under another name', { name: '김철수', phone: member.phone }],
  ['a phone of nobody', { name: '김민수', phone: randomPhone() }],
  ['a social member', social],
];

describe('S-017 requesting a code to recover a login id', () => {
  it.each(askers)('requesting a code to recover a login id gives %s the same response', async (_, who) => {
    const response = await ask(who);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      message: '인증번호를 보냈습니다.',
      expiresIn: 180,
      resendIn: 60,
    });
    expect(Object.fromEntries(response.headers)).toEqual(Object.fromEntries((await ask(member)).headers));
  });

  it('a code to recover a login id is sent only if the member exists', async () => {
    const sent = app.sent.length;
    for (const [, who] of askers) await ask(who);
    expect(app.sent.slice(sent).map(({ to }) => to)).toEqual([member.phone]);
  });

  it('S-026 the cool-down and limits apply whether or not the member exists', async () => {
    const known = await insertMember(limited, { password });
    for (const who of [known, { name: '없는이', phone: randomPhone() }]) {
      expect((await ask(who, limited)).status).toBe(200);
      limited.clock.advance(59 * SECOND);
      expect((await ask(who, limited)).headers.get('retry-after')).toBe('1');
      limited.clock.advance(SECOND);
      expect((await ask(who, limited)).status).toBe(200);
      limited.clock.advance(MINUTE);
      // The refused request did not count.
      expect((await ask(who, limited)).status).toBe(200);
      limited.clock.advance(MINUTE);
      expect((await ask(who, limited)).headers.get('retry-after')).toBe('420');
    }
  });

  it('recovering a login id does not wait for the SMS provider nor reveal its failure', async () => {
    const hanging = createApp({ ...app.deps, sms: { ...noSms, send: () => new Promise(() => undefined) } });
    const failing = createApp({
      ...app.deps,
      sms: { ...noSms, send: () => Promise.reject(new Error('down')) },
    });
    for (const hono of [hanging, failing]) {
      const response = await hono.request('/api/member/find-id/send-code', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(identityOf(member)),
      });
      expect(response.status).toBe(200);
    }
    app.setSmsOutcome('rejected');
    expect((await ask(member)).status).toBe(200);
    app.setSmsOutcome('accepted');
  });
});

describe('recovering a login id with a code', () => {
  it('a code reveals the login id once and the phone is notified', async () => {
    const code = await receiveCode(member);
    const response = await verify(member, code);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ loginId: 'kim.minsu' });
    await sendNotifications(app.deps);
    expect(app.sent.at(-1)).toEqual({
      to: member.phone,
      text: '[사진관] 아이디가 조회되었습니다. 본인이 아니면 연락해 주세요. 문의 02-000-0000',
    });
    expect(await readError(await verify(member, code))).toEqual(WRONG);
  });

  it('S-027 a phone number is recognised in any notation', async () => {
    const code = await receiveCode(member);
    const [a, b, c] = [member.phone.slice(0, 3), member.phone.slice(3, 7), member.phone.slice(7)];
    expect((await verify({ name: member.name, phone: `+82 ${a.slice(1)}-${b}-${c}` }, code)).status).toBe(
      200,
    );
  });

  it('S-068 a name is recognised in any Unicode form', async () => {
    const code = await receiveCode({ ...member, name: ` ${member.name.normalize('NFD')}\u3000` });
    expect((await verify(member, code)).status).toBe(200);
  });

  it('S-020 a code to recover a login id is rejected after 181 s', async () => {
    const code = await receiveCode(member);
    app.clock.advance(181 * SECOND);
    expect(await readError(await verify(member, code))).toEqual(WRONG);
  });

  it('S-021 S-022 of 100 concurrent guesses only 5 are checked, then even the right code is rejected', async () => {
    const code = await receiveCode(member);
    const guesses = Array.from({ length: 100 }, (_, step) => verify(member, anotherCode(code, step + 1)));
    expect((await Promise.all(guesses)).every(({ status }) => status === 400)).toBe(true);
    const [row] = await app.db
      .select({ attempts: verificationCodes.attempts })
      .from(verificationCodes)
      .where(eq(verificationCodes.memberId, member.id))
      .orderBy(verificationCodes.id)
      .then((rows) => rows.slice(-1));
    expect(row?.attempts).toBe(5);
    expect(await readError(await verify(member, code))).toEqual(WRONG);
  });

  it('S-024 only the latest code is valid', async () => {
    const older = await receiveCode(member);
    const newer = await receiveCode(member);
    if (older !== newer) expect(await readError(await verify(member, older))).toEqual(WRONG);
    expect((await verify(member, newer)).status).toBe(200);
  });

  it('S-025 a code for another purpose, phone or name is rejected', async () => {
    const other = await insertMember(app, { name: member.name, password });
    const joinPhone = randomPhone();
    await app.post(`/api/member/send-code?phoneNumber=${joinPhone}`);
    const join = app.sentCode(joinPhone);
    await app.post('/api/member/find-pw/send-code', { ...identityOf(member), loginId: member.loginId });
    const forPassword = app.sentCode(member.phone);
    expect(await readError(await verify({ name: member.name, phone: joinPhone }, join))).toEqual(WRONG);
    expect(await readError(await verify(member, forPassword))).toEqual(WRONG);
    const code = await receiveCode(member);
    expect(await readError(await verify(other, code))).toEqual(WRONG);
    expect(await readError(await verify({ ...member, name: '김철수' }, code))).toEqual(WRONG);
    expect((await verify(member, code)).status).toBe(200);
  });

  it('S-019 the id of a member of social login is never shown', async () => {
    await ask(social);
    expect(app.sent.some(({ to }) => to === social.phone)).toBe(false);
    expect(await readError(await verify(social, '000000'))).toEqual(WRONG);
  });

  it('H6 a login id is shown at most five times a day', async () => {
    const known = await insertMember(limited, { password });
    const statuses: number[] = [];
    let address = 0;
    for (let count = 0; count < 6; count += 1) {
      limited.clock.advance(13 * MINUTE);
      address += 1;
      expect((await ask(known, limited, `198.51.100.${address}`)).status).toBe(200);
      statuses.push(
        (await verify(known, limited.sentCode(known.phone), limited, `198.51.100.${address}`)).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it.each([
    [{ name: '' }, '이름을 입력해 주세요.'],
    [{ phoneNumber: '010123' }, '휴대폰 번호 11자리를 정확히 입력해주세요.'],
    [{ code: '12' }, '인증번호 6자리를 입력해 주세요.'],
    [{ code: ['123456'] }, '인증번호 6자리를 입력해 주세요.'],
    [{ code: 123_456 }, '인증번호 6자리를 입력해 주세요.'],
    [{ name: { $ne: '' } }, '이름을 입력해 주세요.'],
  ])('S-061 refuses %j in the visitor’s words', async (changes, message) => {
    const body = { ...identityOf(member), code: '123456', ...changes };
    const response = await app.post('/api/member/find-id/verify', body);
    expect(await readError(response)).toMatchObject({ status: 400, message });
  });
});

describe('wrong codes', () => {
  /** Requests this number of codes and makes five wrong guesses at each. */
  const guessWrong = async (known: SignedInMember, codes: number, network: string): Promise<void> => {
    for (let count = 0; count < codes; count += 1) {
      limited.clock.advance(13 * MINUTE);
      expect((await ask(known, limited, `${network}.${count}`)).status).toBe(200);
      const code = limited.sentCode(known.phone);
      for (const step of [1, 2, 3, 4, 5]) {
        const guess = verify(known, anotherCode(code, step), limited, `${network}.${count}`);
        expect((await guess).status).toBe(400);
      }
    }
  };

  it('ten wrong codes lock the codes of their purpose for an hour, and twenty within a day for a day', async () => {
    const known = await insertMember(limited, { password });
    await guessWrong(known, 2, '192.0.2');
    limited.clock.advance(10 * MINUTE);
    const refused = await ask(known, limited, '192.0.2.100');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3000']);
    const forPassword = { ...identityOf(known), loginId: known.loginId };
    const other = await limited.post('/api/member/find-pw/send-code', forPassword, { ip: '192.0.2.101' });
    expect(other.status).toBe(200);
    limited.clock.advance(50 * MINUTE);
    await guessWrong(known, 2, '192.0.3');
    limited.clock.advance(MINUTE);
    expect((await ask(known, limited, '192.0.2.102')).headers.get('retry-after')).toBe(String(86_400 - 60));
    limited.clock.advance(24 * 60 * MINUTE - MINUTE);
    expect((await ask(known, limited, '192.0.2.103')).status).toBe(200);
    expect((await verify(known, limited.sentCode(known.phone), limited, '192.0.2.103')).status).toBe(200);
  });

  it('guesses without a pending code do not count as wrong codes', async () => {
    const known = await insertMember(limited, { password });
    for (let count = 0; count < 12; count += 1)
      await verify(known, '000000', limited, `192.0.2.${200 + Math.floor(count / 6)}`);
    expect((await ask(known, limited, '192.0.2.110')).status).toBe(200);
  });
});

it('wrong codes do not change any member', async () => {
  const [row] = await app.db.select().from(members).where(eq(members.id, social.id));
  expect(row?.passwordHash).toBeNull();
});
