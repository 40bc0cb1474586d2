import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { providerNames, providers } from '#platform/contract/social-providers.ts';
import { loadAuthSecret } from '#platform/server/crypto/auth-secret.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Env } from '#platform/server/env.ts';
import { systemClock, type Clock } from '#platform/server/ports/clock.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { createMailer } from '#platform/server/ports/mail/create-mailer.ts';
import { redirectUriOf } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import { createSms, smsProviderNames } from '#platform/server/ports/sms/create-sms.ts';
import { chooseConfigs, type Configs } from '../../connections/choose-configs.ts';
import { readConfigs } from '../../connections/create-connections.ts';
import { tryBucket } from '../../connections/try-connection.ts';
import { closeAfter, hasDatabase, openUnmigrated } from '../open-database.ts';
import { askServerForJson, type OperatorRoute } from '../operator-socket.ts';
import { checkResults, fail, pass, type CheckResult } from './check-result.ts';

const checkSms = ({ sms }: Configs): CheckResult =>
  sms.provider === 'outbox'
    ? fail(
        '문자를 발송하지 않습니다',
        '인증번호가 고객에게 전달되지 않습니다. 관리 → 설정 → 연결에서 문자 업체를 연결해 주세요. (docs/guide/sms.md)',
      )
    : pass(`문자 ${smsProviderNames[sms.provider]}, 발신번호 ${sms.sender}`);

const checkOauth = ({ oauth }: Configs, { publicUrl }: Env): CheckResult[] =>
  providers.map((provider) => {
    const name = providerNames[provider];
    const config = oauth[provider];
    const place = `리디렉션 주소: ${redirectUriOf(publicUrl, provider)}`;
    if (config === undefined) return pass(`${name} 로그인을 사용하지 않습니다`, place);
    if (config.issuer !== undefined)
      return fail(
        `${name} 로그인이 테스트 서버를 사용합니다`,
        `OAUTH_${provider.toUpperCase()}_ISSUER를 삭제해 주세요.`,
      );
    if (provider === 'kakao' && config.adminKey === undefined)
      return fail(
        `${name} 로그인의 어드민 키가 없습니다`,
        'OAUTH_KAKAO_ADMIN_KEY가 있어야 탈퇴한 회원의 연결을 해제할 수 있습니다.',
      );
    return pass(`${name} 로그인의 키가 있습니다`, place);
  });

/** Asks the provider for its list of messages to a made-up number, which needs the keys and sends nothing. */
const checkSmsKeys = async (
  { sms: config }: Configs,
  { dataDir }: Env,
  clock: Clock,
): Promise<CheckResult | null> => {
  const { provider } = config;
  if (provider === 'outbox') return null;
  const sms = createSms(config, { dataDir, clock, log: createLog('silent'), print: () => {} });
  const sent = await sms.findSent({ to: '01000000000', text: '', reference: randomUUID() }, clock.now());
  const name = smsProviderNames[provider];
  return sent === null
    ? fail(
        `${name}가 키를 받지 않거나 응답하지 않습니다`,
        '키를 다시 확인하고, 서버에서 인터넷에 접속할 수 있는지 확인해 주세요. (docs/guide/sms.md)',
      )
    : pass(`${name}가 키를 받았습니다`, '발신번호 등록과 잔액은 해당 업체에서 확인해 주세요.');
};

/** Connects and logs in without sending. */
const checkMail = async ({ mail }: Configs, { dataDir }: Env, clock: Clock): Promise<CheckResult | null> => {
  if (mail === undefined) return null;
  const code = await createMailer(mail, { dataDir, clock, log: createLog('silent') }).verify?.();
  return code === null
    ? pass('메일 서버에 로그인했습니다')
    : fail(
        '메일 서버에 로그인할 수 없습니다',
        `메일 서버의 주소, 아이디, 비밀번호를 확인해 주세요. (${code})`,
      );
};

const checkBucket = async ({ bucket }: Configs): Promise<CheckResult | null> => {
  if (bucket === null) return null;
  const code = await tryBucket(bucket);
  return code === null
    ? pass('백업을 복사할 버킷에서 쓰기, 읽기, 삭제를 확인했습니다')
    : fail('백업을 복사할 버킷을 사용할 수 없습니다', `버킷의 주소와 키, 권한을 확인해 주세요. (${code})`);
};

/** Checks the connected services, and says which of SMS and the social logins are not connected. */
const checkServices = async (configs: Configs, env: Env, clock: Clock): Promise<CheckResult[]> => {
  const found = await Promise.all([
    checkSmsKeys(configs, env, clock),
    checkMail(configs, env, clock),
    checkBucket(configs),
  ]);
  return [checkSms(configs), ...checkOauth(configs, env), ...found.filter((result) => result !== null)];
};

export const SERVICES_ROUTE = '/services';

/** Checks the services of the running server, whose embedded database no other process can open. */
export const createServicesRoute =
  (env: Env, deps: Pick<Deps, 'db' | 'authSecret'>): OperatorRoute =>
  async (_, response) => {
    const configs = await readConfigs(env, deps);
    response.end(JSON.stringify(await checkServices(configs, env, systemClock)));
  };

/** What the environment has connected and, unless that cannot be read, what the admins have. */
const findConfigs = async (env: Env): Promise<Configs> => {
  const { authSecret, dataDir } = env;
  const ofEnv = chooseConfigs(env, {});
  if (!hasDatabase(env)) return ofEnv;
  if (authSecret === undefined && !existsSync(join(dataDir, 'auth-secret'))) return ofEnv;
  try {
    return await closeAfter(await openUnmigrated(env, createLog('silent')), async ({ db }) =>
      readConfigs(env, { db, authSecret: await loadAuthSecret(authSecret, dataDir) }),
    );
  } catch {
    return ofEnv;
  }
};

export const checkConnectedServices = async (env: Env, clock: Clock): Promise<CheckResult[]> =>
  (await askServerForJson(env, SERVICES_ROUTE, checkResults)) ??
  checkServices(await findConfigs(env), env, clock);
