import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSensServer } from '#test/fakes/sens-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { readEnv } from '../../env.ts';
import { createSms, smsOutboxPath } from './create-sms.ts';
import type { Sms } from './sms.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };
const message = { to: '01012345678', text: '안녕하세요' };
const account = { key: 'KEY', secret: 'SECRET', sender: '0212345678', now: () => new Date() };
const solapi = {
  SMS_PROVIDER: 'solapi',
  SMS_SENDER: '02-1234-5678',
  SOLAPI_API_KEY: 'KEY',
  SOLAPI_API_SECRET: 'SECRET',
};
const sens = {
  SMS_PROVIDER: 'sens',
  SMS_SENDER: '0212345678',
  SENS_SERVICE_ID: 'ncp:sms:kr:1:studio',
  SENS_ACCESS_KEY: 'KEY',
  SENS_SECRET_KEY: 'SECRET',
};

let dataDir: string;
beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-sms-'))));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const choose = (source: Record<string, string>): Sms =>
  createSms(readEnv(source).sms, { dataDir, clock: { now: () => new Date() }, log, print: silent });

describe('SMS_PROVIDER', () => {
  it('without SMS_PROVIDER messages are written to the outbox', async () => {
    expect(await choose({}).send(message)).toMatchObject({ outcome: 'accepted' });
    expect(JSON.parse(await readFile(smsOutboxPath(dataDir), 'utf8'))).toMatchObject(message);
  });

  it('only the outbox is marked as simulated', () => {
    const isSimulated = [{}, solapi, sens].map((source) => choose(source).isSimulated);
    expect(isSimulated).toEqual([true, undefined, undefined]);
  });

  it('SMS_PROVIDER=solapi sends by SOLAPI from the number without hyphens', async () => {
    const server = await startSolapiServer(account);
    expect(await choose({ ...solapi, SOLAPI_URL: server.url }).send(message)).toMatchObject({
      outcome: 'accepted',
    });
    await server.close();
  });

  it('SMS_PROVIDER=sens sends by SENS', async () => {
    const server = await startSensServer({ ...account, serviceId: sens.SENS_SERVICE_ID });
    expect(await choose({ ...sens, SENS_URL: server.url }).send(message)).toMatchObject({
      outcome: 'accepted',
    });
    await server.close();
  });

  it('F-13 the configured provider has a circuit breaker', async () => {
    const server = await startSolapiServer(account);
    server.misbehave({ status: 500 });
    const sms = choose({ ...solapi, SOLAPI_URL: server.url });
    for (let sent = 0; sent < 5; sent += 1)
      expect(await sms.send(message)).toMatchObject({ outcome: 'unknown' });
    expect(await sms.send(message)).toMatchObject({ outcome: 'rejected' });
    expect(server.requests).toHaveLength(5);
    await server.close();
  });
});

describe('settings of SMS', () => {
  const without = (source: Record<string, string>, name: string) => () => readEnv({ ...source, [name]: '' });

  it.each(Object.keys(solapi).filter((name) => name !== 'SMS_PROVIDER'))(
    'SOLAPI without %s prevents the start',
    (name) => {
      expect(without(solapi, name)).toThrow(`설정 ${name}: SMS_PROVIDER=solapi이면 반드시 지정해야 합니다.`);
    },
  );

  it.each(Object.keys(sens).filter((name) => name !== 'SMS_PROVIDER'))(
    'SENS without %s prevents the start',
    (name) => {
      expect(without(sens, name)).toThrow(`설정 ${name}: SMS_PROVIDER=sens이면 반드시 지정해야 합니다.`);
    },
  );

  it('each missing SMS setting is reported on its own line', () => {
    expect(() => readEnv({ SMS_PROVIDER: 'sens' })).toThrow(
      /SMS_SENDER.*\n.*SENS_SERVICE_ID.*\n.*SENS_ACCESS_KEY.*\n.*SENS_SECRET_KEY/,
    );
  });

  it.each([
    { SMS_PROVIDER: 'pigeon' },
    { SMS_SENDER: '전화' },
    { SMS_SENDER: '123' },
    { SENS_SERVICE_ID: '../other' },
    { SOLAPI_API_KEY: 'two words' },
    { SOLAPI_URL: 'api.solapi.com' },
  ])('%j stops the start', (source) => expect(() => readEnv(source)).toThrow(/^설정 S/));
});
