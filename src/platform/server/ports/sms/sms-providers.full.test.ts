import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSensServer } from '#test/fakes/sens-server.ts';
import { APPROVED_TEMPLATE, type Misbehaviour, type SmsServer } from '#test/fakes/sms-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import type { Log } from '../log.ts';
import { REQUEST_TIMEOUT_MS } from './request-json.ts';
import { createSensSms } from './sens-sms.ts';
import type { SmsProvider } from './sms.ts';
import { createSolapiSms } from './solapi-sms.ts';

const now = () => new Date('2026-11-21T01:00:00Z');
const account = { key: 'NCSKEY', secret: 'a-secret-of-theirs', sender: '0212345678', now };
const serviceId = 'ncp:sms:kr:123456789012:sajingwan';
const alimtalkServiceId = 'ncp:kkobizmsg:kr:12345:sajingwan';
const message = { to: '01012345678', text: '[사진관] 인증번호 012345. 타인에게 알려 주지 마세요.' };

const alimtalk = {
  channelId: '@studio',
  templateCode: APPROVED_TEMPLATE,
  text: '12월 1일(화) 오전 9시에 뵙겠습니다.',
  variables: { '#{일시}': '12월 1일(화) 오전 9시' },
};

const lines: string[] = [];
const write = (line: unknown): void => void lines.push(JSON.stringify(line));
const log: Log = { info: write, warn: write, error: write, debug: write };

const createSolapi = (url: string, { apiSecret = account.secret, at = now() } = {}): SmsProvider =>
  createSolapiSms({ url, apiKey: account.key, apiSecret, sender: account.sender }, { now: () => at }, log);
const createSens = (url: string, { secretKey = account.secret, at = now() } = {}): SmsProvider => {
  const { key: accessKey, sender } = account;
  return createSensSms(
    { url, serviceId, alimtalkServiceId, accessKey, secretKey, sender },
    { now: () => at },
    log,
  );
};

const MINUTE = 60_000;

const providers = [
  {
    name: 'SOLAPI',
    start: () => startSolapiServer(account),
    create: createSolapi,
    withWrongSecret: (url: string) => createSolapi(url, { apiSecret: 'wrong' }),
    withLateClock: (url: string) => createSolapi(url, { at: new Date(now().getTime() - 16 * MINUTE) }),
    body: {
      messages: [{ to: message.to, from: account.sender, text: message.text, type: 'SMS' }],
      showMessageList: true,
    },
    alimtalkBody: {
      messages: [
        {
          to: message.to,
          from: account.sender,
          text: message.text,
          type: 'ATA',
          kakaoOptions: {
            pfId: '@studio',
            templateId: APPROVED_TEMPLATE,
            variables: { '#{일시}': '12월 1일(화) 오전 9시' },
            disableSms: false,
          },
        },
      ],
      showMessageList: true,
    },
  },
  {
    name: 'SENS',
    start: () => startSensServer({ ...account, serviceId, alimtalkServiceId }),
    create: createSens,
    withWrongSecret: (url: string) => createSens(url, { secretKey: 'wrong' }),
    withLateClock: (url: string) => createSens(url, { at: new Date(now().getTime() - 6 * MINUTE) }),
    body: {
      type: 'SMS',
      contentType: 'COMM',
      countryCode: '82',
      from: account.sender,
      content: message.text,
      messages: [{ to: message.to }],
    },
    alimtalkBody: {
      plusFriendId: '@studio',
      templateCode: APPROVED_TEMPLATE,
      messages: [
        {
          countryCode: '82',
          to: message.to,
          content: '12월 1일(화) 오전 9시에 뵙겠습니다.',
          useSmsFailover: true,
          failoverConfig: { type: 'SMS', from: account.sender, content: message.text },
        },
      ],
    },
  },
];

const failures: readonly (readonly [string, Misbehaviour, string])[] = [
  ['cuts the connection with the message in hand', 'cut', 'unknown'],
  ['accepts the message and does not answer', 'accept-silently', 'unknown'],
  ['answers 500', { status: 500 }, 'unknown'],
  ['answers 503', { status: 503 }, 'unknown'],
  ['answers what is no JSON', 'garbage', 'unknown'],
  ['sends elsewhere', 'redirect', 'unknown'],
  ['says no inside a success', 'fail-in-body', 'rejected'],
  ['answers 400', { status: 400 }, 'rejected'],
  ['answers 421, which invites to send again', { status: 421 }, 'rejected'],
  ['answers 429', { status: 429 }, 'unavailable'],
  ['answers 403', { status: 403 }, 'unavailable'],
];

describe.each(providers)('$name', ({ start, create, withWrongSecret, withLateClock, body, alimtalkBody }) => {
  let server: SmsServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());
  beforeEach(() => {
    server.misbehave(null);
    server.requests.length = 0;
    lines.length = 0;
  });

  it('a message is sent and signed as the provider documents', async () => {
    const sent = { outcome: 'accepted', channel: 'SMS', messageId: expect.any(String) as unknown };
    expect(await create(server.url).attempt(message)).toEqual(sent);
    expect(await create(server.url).attempt(message)).toEqual(sent);
    expect(server.requests).toEqual([body, body]);
    expect(lines).toEqual([]);
  });

  it.each(failures)(
    'F-13 when the provider %s, one request is made and the outcome is classified',
    async (_, how, outcome) => {
      server.misbehave(how);
      expect(await create(server.url).attempt(message)).toMatchObject({ outcome });
      expect(server.requests).toHaveLength(1);
      expect(lines).toHaveLength(1);
    },
  );

  it('a wrong secret or clock is rejected by the provider', async () => {
    expect(await withWrongSecret(server.url).attempt(message)).toMatchObject({ outcome: 'unavailable' });
    expect(await withLateClock(server.url).attempt(message)).toMatchObject({ outcome: 'unavailable' });
  });

  it('a message to an unreachable provider counts as not sent', async () => {
    const gone = await start();
    await gone.close();
    expect(await create(gone.url).attempt(message)).toMatchObject({ outcome: 'unavailable' });
    expect(lines.join()).toContain('unreached');
  });

  it('an alimtalk is sent with the SMS that replaces it, in one request', async () => {
    const sent = await create(server.url).attempt({ ...message, alimtalk });
    expect(sent).toMatchObject({ outcome: 'accepted', channel: 'ALIMTALK' });
    expect(server.requests).toEqual([alimtalkBody]);
  });

  it('an alimtalk whose template is refused is rejected with the code of the provider', async () => {
    const unreviewed = { ...alimtalk, templateCode: 'unreviewed' };
    const sent = await create(server.url).attempt({ ...message, alimtalk: unreviewed });
    expect(sent).toMatchObject({ outcome: 'rejected', code: expect.stringMatching(/^\w{4}$/) as unknown });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['SMS', 'pending', { state: 'pending' }],
    ['SMS', 'delivered', { state: 'delivered', channel: 'SMS' }],
    ['SMS', 'failed', { state: 'failed', channel: 'SMS' }],
    ['ALIMTALK', 'pending', { state: 'pending' }],
    ['ALIMTALK', 'delivered', { state: 'delivered', channel: 'ALIMTALK' }],
    ['ALIMTALK', 'replaced', { state: 'delivered', channel: 'SMS' }],
    ['ALIMTALK', 'replacement-failed', { state: 'failed', channel: 'SMS' }],
  ] as const)('the delivery of an %s is looked up: %s', async (channel, result, delivery) => {
    const provider = create(server.url);
    const { messageId = '' } = await provider.attempt(channel === 'SMS' ? message : { ...message, alimtalk });
    for (const accepted of server.accepted) accepted.result = result;
    expect(await provider.findDelivery({ messageId, channel })).toMatchObject(delivery);
    expect(server.requests).toHaveLength(1);
  });

  it('a delivery that cannot be looked up stays pending', async () => {
    expect(await create(server.url).findDelivery({ messageId: 'unknown', channel: 'SMS' })).toEqual({
      state: 'pending',
    });
    const gone = await start();
    await gone.close();
    const found = await create(gone.url).findDelivery({ messageId: 'unknown', channel: 'ALIMTALK' });
    expect(found).toEqual({ state: 'pending' });
  });

  it.each(['SMS', 'ALIMTALK'] as const)(
    'an %s is found in the list of the provider, without a log line',
    async (channel) => {
      const sent = { ...message, reference: `${channel}-1`, ...(channel === 'ALIMTALK' && { alimtalk }) };
      server.accepted.length = 0;
      const provider = create(server.url);
      expect(await provider.findSent(sent, now())).toEqual([]);
      const { messageId } = await provider.attempt(sent);
      const other = { ...sent, text: '다른 글', alimtalk: undefined, reference: 'other' };
      await provider.attempt(other);
      expect(await provider.findSent(sent, now())).toEqual([{ messageId, channel }]);
      expect(await provider.findSent(sent, new Date(now().getTime() - 20 * MINUTE))).toEqual([]);
      server.answersLookups = false;
      expect(await provider.findSent(sent, now())).toBeNull();
      server.answersLookups = true;
      expect(lines).toEqual([]);
    },
  );

  it('a failed message is logged without number, text or key', async () => {
    for (const how of ['fail-in-body', 'garbage', { status: 500 }] as const) {
      server.misbehave(how);
      await create(server.url).attempt(message);
    }
    await withWrongSecret(server.url).attempt(message);
    expect(lines).toHaveLength(4);
    for (const secret of [message.to, '012345', account.key, account.secret, account.sender])
      expect(lines.join('\n')).not.toContain(secret);
  });
});

const waits = providers.flatMap((provider) =>
  (['hang', 'stall'] as const).map((how) => ({ ...provider, how })),
);

it('F-13 a response that takes longer than 3 s leaves the outcome unknown', async () => {
  expect(REQUEST_TIMEOUT_MS).toBe(3_000);
  const ends = waits.map(async ({ start, create, how }) => {
    const server = await start();
    server.misbehave(how);
    expect(await create(server.url).attempt(message)).toMatchObject({ outcome: 'unknown' });
    expect(server.requests).toHaveLength(1);
    await server.close();
  });
  await Promise.all(ends);
});

it('an https URL is contacted with TLS only', async () => {
  const plain = await startSolapiServer(account);
  const secure = createSolapi(plain.url.replace('http:', 'https:'));
  expect(await secure.attempt(message)).toMatchObject({ outcome: 'unavailable' });
  expect(plain.requests).toEqual([]);
  await plain.close();
});
