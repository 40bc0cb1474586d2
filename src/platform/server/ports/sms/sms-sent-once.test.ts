import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { randomPhone } from '#test/factories/members.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { readEnv } from '../../env.ts';
import { createSms } from './create-sms.ts';

const clock = { now: () => new Date() };
const server = await startSolapiServer({
  key: 'KEY',
  secret: 'SECRET',
  sender: '0212345678',
  now: clock.now,
});
const { deps } = await createTestApp();
const env = readEnv({
  SMS_PROVIDER: 'solapi',
  SMS_SENDER: '02-1234-5678',
  SOLAPI_API_KEY: 'KEY',
  SOLAPI_API_SECRET: 'SECRET',
  SOLAPI_URL: server.url,
});
const sms = createSms(env.sms, { dataDir: '', clock, log: deps.log, print: () => undefined });
const app = createApp({ ...deps, sms });
afterAll(() => server.close());

describe('F-13 requesting one code', () => {
  const askForCode = async (phoneNumber: string): Promise<Response> =>
    app.request(`/api/member/send-code?${new URLSearchParams({ phoneNumber }).toString()}`, {
      method: 'POST',
    });

  it('requesting one code sends one message', async () => {
    const phone = randomPhone();
    expect((await askForCode(phone)).status).toBe(200);
    expect(server.requests).toEqual([
      {
        messages: [
          {
            to: phone,
            from: '0212345678',
            text: expect.stringMatching(/^\[사진관\] 인증번호 \d{6}\. .+\n@localhost #\d{6}$/) as unknown,
            type: 'SMS',
          },
        ],
        showMessageList: true,
      },
    ]);
  });

  it.each(['cut', 'garbage', 'fail-in-body', { status: 500 }] as const)(
    'requesting one code sends at most one message when the provider fails: %j',
    async (how) => {
      server.misbehave(how);
      server.requests.length = 0;
      expect(await readError(await askForCode(randomPhone()))).toMatchObject({
        status: 503,
        code: 'SMS_FAILED',
        message: '인증번호 전송에 실패했습니다.',
      });
      expect(server.requests).toHaveLength(1);
    },
  );
});
