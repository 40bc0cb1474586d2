import { describe, expect, it, vi } from 'vitest';
import { codeLimits } from '#platform/contract/rate-limits.ts';
import { rateCounters } from '#platform/server/db/tables.ts';
import type { Log } from '#platform/server/ports/log.ts';
import { countSmsBytes, MAX_SMS_BYTES } from '#platform/server/ports/sms/sms-length.ts';
import { insertMember, randomPhone } from '#test/factories/members.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import { countMessage, formatCodeMessage } from './send-code.ts';

const app = await createTestApp({ rateLimits: true });
const password = 'password1';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let callers = 0;
/** An address that no other request has. */
const newAddress = (): string => {
  callers += 1;
  return `198.18.${Math.floor(callers / 250)}.${callers % 250}`;
};

interface Identity {
  readonly name: string;
  readonly phone: string;
}
const join = (phone: string, ip = newAddress()) =>
  app.post(`/api/member/send-code?phoneNumber=${phone}`, undefined, { ip });
const recover = ({ name, phone }: Identity, ip = newAddress()) =>
  app.post('/api/member/find-id/send-code', { name, phoneNumber: phone }, { ip });
const verify = ({ name, phone }: Identity, code: string) =>
  app.post('/api/member/find-id/verify', { name, phoneNumber: phone, code }, { ip: newAddress() });
const nextDay = () => app.clock.advance(DAY_MS);

describe('S-026 a phone number', () => {
  it('a phone number is not used up by requests that the limit of their address refuses', async () => {
    const ip = newAddress();
    const victims = [randomPhone(), randomPhone()];
    for (let count = 0; count < 10; count += 1) expect((await join(randomPhone(), ip)).status).toBe(200);
    const countRows = () => app.db.$count(rateCounters);
    const before = await countRows();
    for (const phone of victims)
      for (let count = 0; count < 4; count += 1) expect((await join(phone, ip)).status).toBe(429);
    expect(await countRows()).toBe(before);
    for (const phone of victims) expect((await join(phone)).status).toBe(200);
  });

  it('a phone number is not used up by requests within the cool-down, of which none sends a message', async () => {
    const phone = randomPhone();
    expect((await join(phone)).status).toBe(200);
    const sent = app.sent.length;
    for (let count = 0; count < 4; count += 1) expect((await join(phone)).status).toBe(429);
    expect(app.sent.length).toBe(sent);
    app.clock.advance(MINUTE_MS);
    expect((await join(phone)).status).toBe(200);
  });
});

describe('S-026 the messages of all clients together', () => {
  it('requests that send no message do not use up the messages, which end after 300 in an hour', async () => {
    nextDay();
    const known = await insertMember(app, { password });
    const unknown = { name: known.name, phone: randomPhone() };
    const warn = vi.fn<Log['warn']>();
    const { deps } = createSecondServer(app, { log: { ...app.deps.log, warn } });
    for (let count = 1; count < codeLimits.everyone.limit; count += 1) await countMessage(deps, 1);
    for (let count = 0; count < 5; count += 1)
      expect((await recover({ name: '아무개', phone: randomPhone() })).status).toBe(200);
    expect((await join(known.phone)).status).toBe(409);
    expect((await join(randomPhone())).status).toBe(200);
    expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'limit_half_used', name: 'codeMessages' });
    const sent = app.sent.length;
    const refusals = [await join(randomPhone()), await recover(known), await recover(unknown)];
    expect(refusals.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(new Set(refusals.map(({ headers }) => headers.get('retry-after'))).size).toBe(1);
    expect(app.sent.length).toBe(sent);
    app.clock.advance(60 * MINUTE_MS);
    for (const response of [await join(randomPhone()), await recover(known), await recover(unknown)])
      expect(response.status).toBe(200);
  });
});

describe('a stranger who knows the phone number of a member but not the name', () => {
  it('a stranger neither ends, delays nor locks the codes of the member, whom no message reaches', async () => {
    nextDay();
    const member = await insertMember(app, { password });
    const stranger = { name: '아무개', phone: member.phone };
    expect((await recover(member)).status).toBe(200);
    const own = app.sentCode(member.phone);
    const sent = app.sent.length;
    for (let round = 0; round < 2; round += 1) {
      expect((await recover(stranger)).status).toBe(200);
      for (let guess = 0; guess < 5; guess += 1) expect((await verify(stranger, '000000')).status).toBe(400);
      app.clock.advance(61_000);
    }
    expect((await recover(stranger)).status).toBe(429);
    expect(app.sent.length).toBe(sent);
    expect((await verify(member, own)).status).toBe(200);
    expect((await recover(member)).status).toBe(200);
    const token = member.accessToken;
    const exported = await app.post('/api/member/export/send-code', undefined, { token, ip: newAddress() });
    expect(exported.status).toBe(200);
  });

  it('S-017 no sequence of requests and guesses tells a member from somebody who is none', async () => {
    nextDay();
    const member = await insertMember(app, { password });
    const outcomesOf = async (identity: Identity): Promise<unknown[]> => {
      const decoy = { name: '미끼', phone: identity.phone };
      const outcomes: unknown[] = [];
      const note = ({ status, headers }: Response) => outcomes.push([status, headers.get('retry-after')]);
      const guess = async (who: Identity) => {
        for (const code of ['000001', '000002', '000003', '000004', '000005', '000006'])
          note(await verify(who, code));
      };
      for (let round = 0; round < 5; round += 1) {
        for (const who of [identity, decoy]) {
          note(await recover(who));
          note(await recover(who));
        }
        await guess(decoy);
        await guess(identity);
        app.clock.advance(4 * MINUTE_MS);
      }
      nextDay();
      return outcomes;
    };
    expect(await outcomesOf({ name: '없는이', phone: member.phone })).toEqual(await outcomesOf(member));
  });
});

// Node.js decodes EUC-KR but cannot encode it, so the byte pair of each character is found by decoding all pairs.
const decode = new TextDecoder('euc-kr');
const pairs = new Set(
  Array.from({ length: 0x10000 - 0x8000 }, (_, index) =>
    decode.decode(Uint8Array.of((index + 0x8000) >> 8, index & 0xff)),
  ),
);
const bytesInEucKr = (text: string): number =>
  [...text].reduce((sum, character) => {
    if (character <= '\u007f') return sum + 1;
    if (!pairs.has(character)) throw new Error(`EUC-KR has no ${character}`);
    return sum + 2;
  }, 0);

const publicUrl = 'https://sajin.example';
const code = '012345';

describe('formatCodeMessage', () => {
  it('the text message with a code names the studio, warns against sharing and ends with the web OTP line', () => {
    expect(formatCodeMessage({ studioName: '사진관', publicUrl, code })).toBe(
      '[사진관] 인증번호 012345. 타인에게 알려 주지 마세요.\n@sajin.example #012345',
    );
  });

  it.each([
    ['빛과 그림자 사진 스튜디오', '빛과 그림자 사진 스튜'],
    ['아름다운 순간을 담은 사진관', '아름다운 순간을 담은'],
  ])('shortens the name %s for that line', (studioName, shortened) => {
    const message = formatCodeMessage({ studioName, publicUrl, code });
    expect(message).toBe(
      `[${shortened}] 인증번호 012345. 타인에게 알려 주지 마세요.\n@sajin.example #012345`,
    );
  });

  it('the web OTP line is left out when a long host would leave no room for the studio name', () => {
    const long = formatCodeMessage({
      studioName: '사진관',
      publicUrl: `https://${'a'.repeat(40)}.example`,
      code,
    });
    expect(long).toBe('[사진관] 인증번호 012345. 타인에게 알려 주지 마세요.');
  });

  it.each([1, 10, 20, 23, 24, 40, 200])(
    'the code message fits one SMS with a studio name of %i letters',
    (length) => {
      const message = formatCodeMessage({ studioName: '관'.repeat(length), publicUrl, code });
      expect(countSmsBytes(message)).toBeLessThanOrEqual(MAX_SMS_BYTES);
      expect(message.split('\n').at(-1)).toBe(`@sajin.example #${code}`);
    },
  );

  it('the bytes of an SMS are counted as EUC-KR encodes them', () => {
    const message = formatCodeMessage({ studioName: '빛과 그림자', publicUrl, code });
    expect(bytesInEucKr(message)).toBe(countSmsBytes(message));
  });
});
