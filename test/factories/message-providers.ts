import type { Deps } from '#platform/server/deps.ts';
import { readEnv } from '#platform/server/env.ts';
import { createSms } from '#platform/server/ports/sms/create-sms.ts';
import { publishChange } from '#test/factories/settings.ts';
import { startSensServer } from '#test/fakes/sens-server.ts';
import { APPROVED_TEMPLATE, type SmsServer } from '#test/fakes/sms-server.ts';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import type { TestApp } from '#test/test-app.ts';

const account = { key: 'KEY', secret: 'SECRET', sender: '0212345678' };
const [serviceId, alimtalkServiceId] = ['ncp:sms:kr:1:studio', 'ncp:kkobizmsg:kr:1:studio'];

/** Both providers with a server that speaks their protocol. */
export const messageProviders = [
  {
    name: 'SOLAPI',
    start: (now: () => Date) => startSolapiServer({ ...account, now }),
    env: { SMS_PROVIDER: 'solapi', SOLAPI_API_KEY: account.key, SOLAPI_API_SECRET: account.secret },
    url: 'SOLAPI_URL',
  },
  {
    name: 'SENS',
    start: (now: () => Date) => startSensServer({ ...account, now, serviceId, alimtalkServiceId }),
    env: {
      SMS_PROVIDER: 'sens',
      SENS_SERVICE_ID: serviceId,
      SENS_ALIMTALK_SERVICE_ID: alimtalkServiceId,
      SENS_ACCESS_KEY: account.key,
      SENS_SECRET_KEY: account.secret,
    },
    url: 'SENS_URL',
  },
] as const;
export type MessageProvider = (typeof messageProviders)[number];

/** The environment of a server that sends by the provider. */
export const providerEnv = (provider: MessageProvider, server: Pick<SmsServer, 'url'>) => ({
  ...provider.env,
  SMS_SENDER: account.sender,
  [provider.url]: server.url,
});

/** Dependencies that send by the provider instead of recording messages. */
export const sendBy = (app: TestApp, provider: MessageProvider, server: SmsServer): Deps => ({
  ...app.deps,
  sms: createSms(readEnv(providerEnv(provider, server)).sms, {
    dataDir: '',
    clock: app.clock,
    log: app.deps.log,
    now: () => app.clock.now().getTime(),
    print: () => undefined,
  }),
});

/** Publishes a template of a message as reviewed. */
export const approveTemplate = (
  app: TestApp,
  admin: { readonly accessToken: string },
  name: string,
  code: string = APPROVED_TEMPLATE,
): Promise<void> =>
  publishChange(app, admin, 'alimtalk', (body) => ({
    channelId: '@studio',
    [name]: { ...(body[name] as object), review: 'APPROVED', code },
  }));
