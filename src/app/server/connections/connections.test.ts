import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, ConnectionName } from '#app/contract/connections.ts';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { createTotp } from '#core/auth/server/totp/second-factor.ts';
import { describeRefusal } from '#core/messages/contract/refusal-reasons.ts';
import { connections as table } from '#platform/server/db/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { startSensServer } from '#test/fakes/sens-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { createSecondServer, createTestApp, readError, type TestApp } from '#test/test-app.ts';
import { chooseConfigs } from './choose-configs.ts';
import { createConnections } from './create-connections.ts';

const PASSWORD = 'password1';
const SECRET = 'the-secret-of-solapi';
const app = await createTestApp();
const now = () => app.clock.now();
const solapi = await startSolapiServer({ key: 'KEY', secret: SECRET, sender: '0212345678', now });
const sens = await startSensServer({
  key: 'KEY',
  secret: 'sens-secret',
  sender: '0212345678',
  now,
  serviceId: 'ncp:sms:kr:1:studio',
});
/** What becomes of accepted messages. */
let result: 'delivered' | 'failed' = 'delivered';
const deliveries = setInterval(() => {
  for (const message of [...solapi.accepted, ...sens.accepted])
    if (message.result === 'pending') message.result = result;
}, 10);
afterAll(async () => {
  clearInterval(deliveries);
  await Promise.all([solapi.close(), sens.close()]);
});

const providers = { SOLAPI_URL: solapi.url, SENS_URL: sens.url };

/** A server whose services are those of the environment and the screens. */
const startSite = async (
  env: Record<string, string> = {},
  authSecret = app.deps.authSecret,
): Promise<TestApp> => {
  const { connections, ports, services } = createConnections(
    readEnv({ ...providers, PUBLIC_URL: 'https://studio.example.kr', ...env }),
    { ...app.deps, authSecret, print: () => undefined },
  );
  await connections.refresh();
  return createSecondServer(app, { ...ports, connections, authSecret, env: { ...app.deps.env, services } });
};

const site = await startSite();
const { accessToken: token } = await insertAdmin(app, {
  loginId: 'studio.admin',
  password: PASSWORD,
  phone: '01012345678',
});
beforeEach(async () => {
  // Within 10 s an equal request would be a repeated one.
  app.clock.advance(11_000);
  await app.db.delete(table);
  await site.deps.connections.refresh();
  for (const server of [solapi, sens]) server.misbehave(null);
  result = 'delivered';
});

const entered = {
  solapi: { sender: '02-1234-5678', apiKey: 'KEY', apiSecret: SECRET },
  sens: {
    sender: '0212345678',
    serviceId: 'ncp:sms:kr:1:studio',
    alimtalkServiceId: '',
    accessKey: 'KEY',
    secretKey: 'sens-secret',
  },
  mail: {
    host: 'smtp.example.kr',
    port: '465',
    user: 'studio',
    password: 'mail-secret',
    from: '사진관 <studio@example.kr>',
  },
  kakao: { clientId: 'ID', clientSecret: 'kakao-secret', adminKey: '' },
} satisfies Partial<Record<ConnectionName, Record<string, string>>>;

const save = (name: ConnectionName, values: object, proof: object = {}, server = site) =>
  server.put(`/api/admin/connections/${name}`, { values, currentPassword: PASSWORD, ...proof }, { token });
const list = async (server = site): Promise<Connection[]> => {
  const response = await server.get('/api/admin/connections', { token });
  expect(response.status).toBe(200);
  return (await response.json()) as Connection[];
};
const find = async (name: ConnectionName, server = site) =>
  (await list(server)).find((connection) => connection.name === name);
const attempt = async (name: ConnectionName) => {
  const response = await site.post(`/api/admin/connections/${name}/trial`, undefined, { token });
  expect(response.status).toBe(200);
  return (await response.json()) as { code: string | null; to: string | null };
};
const codeDelivery = async (server = site) =>
  ((await (await server.get('/api/studio')).json()) as { codeDelivery: string }).codeDelivery;

describe('a connection', () => {
  it('is used at once, and a policy with the new processor is drafted', async () => {
    expect(await codeDelivery()).toBe('NONE');
    expect((await save('solapi', entered.solapi)).status).toBe(204);
    expect(await codeDelivery()).toBe('SMS');
    expect(await attempt('solapi')).toEqual({ code: null, to: '01012345678' });
    expect(solapi.accepted.at(-1)).toMatchObject({
      to: '01012345678',
      text: expect.stringContaining('문자') as string,
    });
    expect(site.deps.env.services.processors.map(({ name }) => name)).toEqual(['주식회사 솔라피']);
    const desk = (await (await site.get('/api/admin/desk', { token })).json()) as {
      hasProcessorDraft: boolean;
    };
    expect(desk.hasProcessorDraft).toBe(true);
    expect(await find('solapi')).toMatchObject({
      state: 'STORED',
      values: { sender: '0212345678', apiKey: 'KEY' },
      balanceWon: 12_445,
      lastCode: null,
    });
  });

  it('keeps its secret when the field is left empty, and needs one the first time', async () => {
    const { apiSecret: _, ...withoutSecret } = entered.solapi;
    const response = await save('solapi', { ...withoutSecret, apiSecret: '' });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { fields: object }).fields).toHaveProperty('apiSecret');
    await save('solapi', entered.solapi);
    expect((await save('solapi', { ...withoutSecret, apiSecret: '' })).status).toBe(204);
    expect(await attempt('solapi')).toMatchObject({ code: null });
  });

  it('S-146 needs the password again for another mail server', async () => {
    const { password: _, ...withoutPassword } = entered.mail;
    await save('mail', entered.mail);
    expect((await save('mail', { ...withoutPassword, password: '', port: '587' })).status).toBe(204);
    const response = await save('mail', { ...withoutPassword, password: '', host: 'smtp.example.org' });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { fields: object }).fields).toHaveProperty('password');
    expect(await find('mail')).toMatchObject({ values: { host: 'smtp.example.kr', port: '587' } });
  });

  it('replaces that of the other SMS provider, and is removed with its keys', async () => {
    await save('solapi', entered.solapi);
    await save('sens', entered.sens);
    expect([(await find('solapi'))?.state, (await find('sens'))?.state]).toEqual(['NONE', 'STORED']);
    expect(await attempt('sens')).toEqual({ code: null, to: '01012345678' });
    const removal = await site.delete(
      '/api/admin/connections/sens',
      { currentPassword: PASSWORD },
      { token },
    );
    expect(removal.status).toBe(204);
    expect(await app.db.$count(table)).toBe(0);
    expect(await codeDelivery()).toBe('NONE');
  });

  it('with invalid values is refused and changes nothing', async () => {
    for (const [name, values] of [
      ['solapi', { ...entered.solapi, sender: 'studio' }],
      ['solapi', { ...entered.solapi, apiKey: '한글' }],
      ['mail', { ...entered.mail, host: '192.168.0.2' }],
      ['mail', { ...entered.mail, host: 'localhost' }],
      ['mail', { ...entered.mail, port: '25' }],
      ['mail', { ...entered.mail, from: 'a@b.kr\r\nBcc: c@d.kr' }],
      [
        'backup',
        {
          endpoint: 'http://s3.example.kr',
          region: 'kr',
          bucket: 'b-1',
          accessKeyId: 'a',
          secretAccessKey: 's',
        },
      ],
      [
        'backup',
        {
          endpoint: 'https://127.0.0.1',
          region: 'kr',
          bucket: 'b-1',
          accessKeyId: 'a',
          secretAccessKey: 's',
        },
      ],
    ] as const)
      expect((await save(name, values)).status, JSON.stringify(values)).toBe(400);
    expect(await app.db.$count(table)).toBe(0);
  });

  it('S-144 is changed only with the password, and with the code of the second factor where it is on', async () => {
    const wrong = await save('solapi', entered.solapi, { currentPassword: 'password2' });
    expect((await readError(wrong)).code).toBe('PASSWORD_WRONG');
    const chief = await insertAdmin(app, { password: PASSWORD });
    const options = { token: chief.accessToken };
    const started = await app.post('/api/admin/totp', { password: PASSWORD }, options);
    const { secret } = (await started.json()) as { secret: string };
    const code = () => createTotp(Secret.fromBase32(secret)).generate({ timestamp: now().getTime() });
    await app.post('/api/admin/totp/confirm', { code: code() }, options);
    app.clock.advance(60_000);
    const change = (proof: object) =>
      site.put(
        '/api/admin/connections/solapi',
        { values: entered.solapi, currentPassword: PASSWORD, ...proof },
        options,
      );
    expect((await readError(await change({}))).code).toBe('TOTP_REQUIRED');
    expect((await readError(await change({ code: 'AAAAA-BBBBB' }))).code).toBe('TOTP_WRONG');
    expect(await app.db.$count(table)).toBe(0);
    expect((await change({ code: code() })).status).toBe(204);
  });

  it('that the environment sets wins, and cannot be changed', async () => {
    await save('solapi', entered.solapi);
    app.clock.advance(11_000);
    const env = {
      SMS_PROVIDER: 'sens',
      SMS_SENDER: '0212345678',
      SENS_SERVICE_ID: 'ncp:sms:kr:1:studio',
      SENS_ACCESS_KEY: 'KEY',
      SENS_SECRET_KEY: 'sens-secret',
      OAUTH_KAKAO_CLIENT_ID: 'ID',
      OAUTH_KAKAO_CLIENT_SECRET: 'kakao-of-env',
    };
    const own = await startSite(env);
    const states = Object.fromEntries((await list(own)).map(({ name, state }) => [name, state]));
    expect(states).toMatchObject({ solapi: 'ENV', sens: 'ENV', kakao: 'ENV', mail: 'NONE' });
    for (const name of ['solapi', 'kakao'] as const)
      expect((await readError(await save(name, entered[name], {}, own))).message).toContain('환경 변수');
    const before = sens.accepted.length;
    await own.deps.sms.send({ to: '01012345678', text: '문자' });
    expect(sens.accepted).toHaveLength(before + 1);
  });

  it('without an admin key at Kakao, or while backups are off, has none', () => {
    const backup = {
      endpoint: 'https://s3.kr',
      region: 'kr',
      bucket: 'b-1',
      accessKeyId: 'a',
      secretAccessKey: 's',
    };
    const configs = chooseConfigs(readEnv({ BACKUP_DIR: 'off' }), { kakao: entered.kakao, backup });
    expect(configs.oauth.kakao).toMatchObject({ clientId: 'ID', adminKey: undefined });
    expect(configs.bucket).toBeNull();
  });

  it('S-142 encrypted with another secret must be entered again, and everything else works', async () => {
    await save('solapi', entered.solapi);
    await save('kakao', entered.kakao);
    const restored = await startSite({}, new Uint8Array(32).fill(7));
    expect(restored.deps.connections.stateOf('solapi')).toBe('UNREADABLE');
    expect(restored.deps.env.services.sendsSms).toBe(false);
    expect(await codeDelivery(restored)).toBe('NONE');
    expect((await restored.get('/api/photo?category=FOOD')).status).toBe(200);
  });

  it('S-141 is stored encrypted, and its secrets are in no answer and no audit entry', async () => {
    for (const name of ['solapi', 'mail', 'kakao'] as const)
      expect((await save(name, entered[name])).status).toBe(204);
    const rows = await app.db.select().from(table);
    expect(rows).toHaveLength(3);
    const audit = await app.db.select().from(adminAuditLog);
    expect(audit.map(({ action, target }) => `${action} ${target}`)).toContain(
      'SAVE_CONNECTION connection:mail',
    );
    const everything = JSON.stringify([
      rows.map(({ sealed }) => sealed.toString('latin1')),
      audit,
      await list(),
      await (await site.get('/api/admin/desk', { token })).text(),
    ]);
    for (const secret of [SECRET, 'mail-secret', 'kakao-secret']) expect(everything).not.toContain(secret);
  });
});

describe('a trial', () => {
  const refusals = [
    ['wrong key', 'solapi', { ...entered.solapi, apiSecret: 'wrong' }, null, 'API 키 오류'],
    ['wrong key', 'sens', { ...entered.sens, secretKey: 'wrong' }, null, 'API 키 오류'],
    ['sender that is not registered', 'solapi', entered.solapi, 'fail-in-body', '발신번호 미등록'],
    [
      'sender that is not registered',
      'sens',
      { ...entered.sens, sender: '0299999999' },
      null,
      '발신번호 미등록',
    ],
    [
      'empty balance',
      'solapi',
      entered.solapi,
      { status: 402, body: { errorCode: 'NotEnoughBalance' } },
      '잔액 부족',
    ],
    [
      'service that does not exist',
      'sens',
      { ...entered.sens, serviceId: 'ncp:sms:kr:2:other' },
      null,
      '없는 서비스',
    ],
    ['server that does not answer', 'solapi', entered.solapi, 'cut', '응답 없음'],
    ['server that does not answer', 'sens', entered.sens, 'cut', '응답 없음'],
  ] as const;
  it.each(refusals)('tells a %s apart (%s)', async (_, name, values, misbehaviour, reason) => {
    await save(name, values);
    (name === 'solapi' ? solapi : sens).misbehave(misbehaviour);
    const { code } = await attempt(name);
    expect(describeRefusal(code).reason).toBe(reason);
    expect(await find(name)).toMatchObject({ lastCode: code });
  });

  it('tells that nobody listens at the address of the provider', async () => {
    const closed = await startSolapiServer({ key: 'KEY', secret: SECRET, sender: '0212345678', now });
    await closed.close();
    await save('solapi', entered.solapi);
    const own = await startSite({ SOLAPI_URL: closed.url });
    expect(await own.deps.sms.send({ to: '01012345678', text: '문자' })).toMatchObject({ code: 'UNREACHED' });
    expect(describeRefusal('UNREACHED').reason).toBe('연결 실패');
  });

  it('shows a refusal that the provider reports only after it accepted the message', async () => {
    await save('sens', entered.sens);
    result = 'failed';
    expect(describeRefusal((await attempt('sens')).code).reason).toBe('발신번호 미등록');
  });

  it('needs a phone number of the admin, and a connection', async () => {
    await save('solapi', entered.solapi);
    const { accessToken, id } = await insertAdmin(app);
    await app.db.update(members).set({ phone: null }).where(eq(members.id, id));
    const response = await site.post('/api/admin/connections/solapi/trial', undefined, {
      token: accessToken,
    });
    expect(await response.json()).toEqual({ code: 'NO_NUMBER', to: null });
    for (const name of ['mail', 'backup', 'kakao'])
      expect((await site.post(`/api/admin/connections/${name}/trial`, undefined, { token })).status).toBe(
        404,
      );
  });
});
