import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { providers, type Provider } from '../contract/social-providers.ts';
import { envVariables } from './env-variables.ts';
import { findNearestName } from './nearest-name.ts';
import { OperatorError } from './operator-error.ts';
import type { SmtpConfig } from './ports/mail/smtp-mailer.ts';
import type { OauthConfigByProvider, OauthClientConfig } from './ports/oauth/oauth-config.ts';
import type { SmsConfig } from './ports/sms/create-sms.ts';
import type { StorageConfig } from './ports/storage/create-storage.ts';
import { describeServices } from './services.ts';

type Source = Readonly<Record<string, string | undefined>>;
type Group = Readonly<Record<string, { readonly name: string; readonly schema: z.ZodMiniType }>>;
type GroupValues<Of extends Group> = { readonly [Key in keyof Of]: z.output<Of[Key]['schema']> };
type Values = { readonly [Name in keyof typeof envVariables]: GroupValues<(typeof envVariables)[Name]> };

const throwIfAny = (lines: readonly string[]): void => {
  if (lines.length > 0) throw new OperatorError(lines.join('\n'));
};

/** Parses all environment variables. An empty one counts as unset. Throws an `OperatorError` that lists every invalid one. */
const readValues = (source: Source): Values => {
  const errors: string[] = [];
  const readGroup = (group: Group) =>
    Object.fromEntries(
      Object.entries(group).map(([key, { name, schema }]) => {
        const { data, error } = z.safeParse(schema, source[name] || undefined);
        errors.push(...(error?.issues ?? []).map(({ message }) => `설정 ${name}: ${message}`));
        return [key, data];
      }),
    );
  const values = Object.fromEntries(
    Object.entries(envVariables).map(([key, group]) => [key, readGroup(group)]),
  );
  throwIfAny(errors);
  return values as Values;
};

/** Returns values that were read from a group; throws an `OperatorError` that names the unset ones. */
const requireAll = <Needed extends Readonly<Record<string, string | undefined>>>(
  group: Group,
  values: Needed,
  message: string,
) => {
  const missing = Object.keys(values).filter((key) => values[key] === undefined);
  throwIfAny(missing.map((key) => `설정 ${group[key]?.name}: ${message}`));
  return values as { readonly [Key in keyof Needed]: string };
};

const readSms = ({ sms: { provider, sender }, solapi, sens }: Values): SmsConfig => {
  const message = `SMS_PROVIDER=${provider}이면 반드시 지정해야 합니다.`;
  switch (provider) {
    case undefined:
    case 'outbox':
      return { provider: 'outbox', isChosen: provider !== undefined };
    case 'solapi':
      return {
        provider,
        ...requireAll({ ...envVariables.sms, ...envVariables.solapi }, { sender, ...solapi }, message),
      };
    case 'sens': {
      const { alimtalkServiceId, ...needed } = sens;
      const service = requireAll(
        { ...envVariables.sms, ...envVariables.sens },
        { sender, ...needed },
        message,
      );
      return { provider, ...service, alimtalkServiceId };
    }
  }
};

/** The SMTP server; undefined when the environment names none. */
const readMail = ({ mail }: Values): SmtpConfig | undefined => {
  if (mail.url === undefined && mail.from === undefined) return undefined;
  const { url, from } = requireAll(envVariables.mail, mail, '이메일을 보내려면 반드시 지정해야 합니다.');
  return { server: url, from };
};

const readStorage = ({ general: { xAccelPrefix }, s3 }: Values): StorageConfig => {
  if (Object.values(s3).every((value) => value === undefined)) return { kind: 'disk' };
  const { publicUrl, ...needed } = s3;
  const store = requireAll(envVariables.s3, needed, '사진을 S3에 저장하려면 반드시 지정해야 합니다.');
  if (xAccelPrefix !== undefined)
    throwIfAny(['설정 X_ACCEL_PREFIX: 사진을 디스크에 저장할 때만 사용할 수 있습니다.']);
  return { kind: 's3', ...store, publicUrl };
};

const OFF = 'off';

/** The nightly backup; undefined with `BACKUP_DIR=off`, and in development without `BACKUP_DIR`. */
const readBackup = ({ backup: { folder, ...s3 }, general: { dataDir, nodeEnv } }: Values) => {
  const isBucketSet = Object.values(s3).some((value) => value !== undefined);
  if (folder === OFF || (folder === undefined && nodeEnv === 'development')) {
    if (isBucketSet) throwIfAny(['설정 BACKUP_DIR: 백업을 S3에 복사하려면 폴더를 지정해야 합니다.']);
    return undefined;
  }
  const message = '백업을 S3에 복사하려면 반드시 지정해야 합니다.';
  return {
    folder: resolve(folder ?? join(dataDir, 'backups')),
    /** Whether this is the default folder. It is in the data folder, so a disk failure may destroy both the data and the backups. */
    isInDataDir: folder === undefined,
    bucket: isBucketSet ? requireAll(envVariables.backup, s3, message) : null,
  };
};

const readProvider = (name: Provider, values: Values): OauthClientConfig | undefined => {
  const { clientId, clientSecret, ...others } = values[name];
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...others };
  if (clientId !== clientSecret) {
    const { clientId: id, clientSecret: secret } = envVariables[name];
    throwIfAny([`설정 ${id.name}와 ${secret.name}은 함께 지정해야 합니다.`]);
  }
  return undefined;
};

const readAdmin = ({ admin: { loginId, password } }: Values) => {
  if (loginId !== undefined && password !== undefined) return { loginId, password };
  if (loginId !== password) throwIfAny(['설정 ADMIN_LOGIN_ID와 ADMIN_PASSWORD는 함께 지정해야 합니다.']);
  return undefined;
};

const knownNames = new Set(
  Object.values(envVariables).flatMap((group: Group) => Object.values(group).map(({ name }) => name)),
);

/** Unknown names, except `NODE_…` and `STUDIO_…`, that resemble a known one or share its prefix, with the known name probably meant. */
const findUnknownNames = (file: Source): string[] =>
  Object.keys(file)
    .filter((name) => !knownNames.has(name) && !/^(NODE|STUDIO)_/.test(name))
    .flatMap((name) => {
      const nearest = findNearestName(name, [...knownNames]);
      return nearest === null ? [] : [`${name}(${nearest}?)`];
    });

/** `file` has the variables of `.env`, whose names are checked. */
export const readEnv = (source: Source, file: Source = {}) => {
  const values = readValues(source);
  const { nodeEnv, processors = [], reservationChangeHours, alertPhone, ...general } = values.general;
  const admin = readAdmin(values);
  if (general.processes > 1 && general.databaseUrl === undefined) {
    throwIfAny([
      '설정 WEB_CONCURRENCY: 내장 데이터베이스에서는 프로세스를 하나만 사용할 수 있습니다. DATABASE_URL을 지정해 주세요.',
    ]);
  }
  if (general.metricsPort === general.port)
    throwIfAny(['설정 METRICS_PORT: PORT와 다른 번호로 지정해 주세요.']);
  for (const [name, place] of [
    ['BACKUP_DIR', values.backup.folder],
    ['ERASURE_LEDGER', general.erasureLedger],
  ] as const)
    if (place !== undefined && place !== OFF && !isAbsolute(place))
      throwIfAny([`설정 ${name}: \`/\`로 시작하는 전체 경로로 지정해 주세요.`]);
  /** Origin for links, without a trailing slash. */
  const publicUrl = (general.publicUrl ?? `http://localhost:${general.port}`).replace(/\/$/, '');
  const oauth = Object.fromEntries(
    providers.map((name) => [name, readProvider(name, values)]),
  ) as OauthConfigByProvider;
  return {
    ...general,
    isDevelopment: nodeEnv === 'development',
    publicUrl,
    dataDir: resolve(general.dataDir),
    erasureLedger: resolve(general.erasureLedger ?? join(general.dataDir, 'erasures.jsonl')),
    backup: readBackup(values),
    storage: readStorage(values),
    admin,
    sms: readSms(values),
    mail: readMail(values),
    oauth,
    siteVerification: values.siteVerification,
    processors,
    /** The addresses of the providers; undefined for a login provider at its usual address. Tests replace them. */
    providerUrls: {
      solapi: values.solapi.url,
      sens: values.sens.url,
      kakao: values.kakao.issuer,
      naver: values.naver.issuer,
      google: values.google.issuer,
    },
    /** The services that the environment connects. Those of the running server are in `Deps`. */
    services: describeServices(values.sms.provider ?? 'outbox', oauth, { processors, publicUrl }),
    /** Initial values, used only until the database has them. */
    initial: {
      changeHours: reservationChangeHours,
      studioPhones: alertPhone === undefined ? [] : [alertPhone],
    },
    /** `STUDIO_…` variables, which earlier versions used for the business details. They have no effect. */
    ignored: Object.keys(source).filter((name) => name.startsWith('STUDIO_')),
    unknownNames: findUnknownNames(file),
  };
};

export type Env = Readonly<ReturnType<typeof readEnv>>;

/** Whether the start and commands describe unexpected errors with their trace. Known even when other variables are invalid. */
export const isDebugging = (): boolean => process.env['LOG_LEVEL'] === 'debug';

/** Some editors on Windows begin a file with a byte order mark. */
const parseEnvFile = (text: string): Source => parseEnv(text.replace(/^\uFEFF/, ''));

/** Reads the environment variables, also those in `.env` in the working directory, if it exists. The environment takes precedence. */
export const loadEnv = (): Env => {
  const file = existsSync('.env') ? parseEnvFile(readFileSync('.env', 'utf8')) : {};
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value;
  // Otherwise the AWS SDK prints in English which versions of Node.js its next releases need.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return readEnv(process.env, file);
};
