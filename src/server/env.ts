import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Studio } from '#contract/studio.ts';
import { configuredProviders, oauthSettings, readOauth } from './ports/oauth/settings.ts';
import type { AllOauthSettings } from './ports/oauth/settings.ts';
import type { SmsSettings } from './ports/sms/choose-sms.ts';
import type { StorageSettings } from './ports/storage/choose-storage.ts';
import { readS3, s3Settings } from './ports/storage/read-s3.ts';
import { listProcessors, readProcessor } from './site/list-processors.ts';

const flag = (fallback: boolean) =>
  z.pipe(
    z._default(
      z.enum(['true', 'false', 'on', 'off'], '`on` 또는 `off`여야 합니다.'),
      fallback ? 'on' : 'off',
    ),
    z.transform((value) => value === 'true' || value === 'on'),
  );
const wholeUpTo = (max: number) => {
  const message = `0부터 ${max}까지의 정수여야 합니다.`;
  return z.coerce.number(message).check(z.int(message), z.minimum(0, message), z.maximum(max, message));
};
const wholeNumber = (fallback: number, max: number) => z._default(wholeUpTo(max), fallback);
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const text = (fallback: string) => z._default(z.string(), fallback);
const webOrigin = z.url({ protocol: /^https?$/, error: '`https://example.com` 같은 주소여야 합니다.' });

const key = z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, '공백 없는 영문과 숫자여야 합니다.')));

/** Every setting, checked once at start. The names are documented in `.env.example`. */
export const settings = z.object({
  NODE_ENV: text('production'),
  PORT: wholeNumber(3000, 65_535),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: z.optional(webOrigin),
  DATA_DIR: text('./data'),
  STOP_NOTICE_SECONDS: wholeNumber(0, 60),
  ERASURE_LEDGER: z.optional(z.string()),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, '`postgres://…` 주소여야 합니다.')),
  ),
  S3_BUCKET: s3Settings.bucket,
  S3_ENDPOINT: s3Settings.address,
  S3_REGION: s3Settings.word,
  S3_ACCESS_KEY_ID: s3Settings.word,
  S3_SECRET_ACCESS_KEY: s3Settings.word,
  S3_PUBLIC_URL: s3Settings.address,
  X_ACCEL_PREFIX: z.optional(
    z.string().check(z.regex(/^\/[\w/.-]*\/$/, '`/photo-files/` 같은 경로여야 합니다.')),
  ),
  AUTH_SECRET: z.optional(z.string().check(z.minLength(32, '32자 이상이어야 합니다.'))),
  ADMIN_LOGIN_ID: z.optional(z.string()),
  ADMIN_PASSWORD: z.optional(z.string()),
  SAMPLE_CONTENT: z.optional(flag(true)),
  SMS_PROVIDER: z._default(
    z.enum(['outbox', 'solapi', 'sens'], '`outbox`, `solapi`, `sens` 중 하나여야 합니다.'),
    'outbox',
  ),
  SMS_SENDER: z.optional(
    z.string().check(
      z.overwrite((number) => number.replaceAll('-', '')),
      z.regex(/^\d{8,12}$/, '`02-000-0000` 같은 발신번호여야 합니다.'),
    ),
  ),
  SOLAPI_API_KEY: key,
  SOLAPI_API_SECRET: key,
  SOLAPI_URL: z._default(webOrigin, 'https://api.solapi.com'),
  SENS_SERVICE_ID: z.optional(
    z.string().check(z.regex(/^[\w.:-]+$/, '`ncp:sms:kr:…` 같은 서비스 ID여야 합니다.')),
  ),
  SENS_ACCESS_KEY: key,
  SENS_SECRET_KEY: key,
  SENS_URL: z._default(webOrigin, 'https://sens.apigw.ntruss.com'),
  OAUTH_KAKAO_CLIENT_ID: oauthSettings.key,
  OAUTH_KAKAO_CLIENT_SECRET: oauthSettings.key,
  OAUTH_KAKAO_ADMIN_KEY: oauthSettings.key,
  OAUTH_KAKAO_ISSUER: oauthSettings.issuer,
  OAUTH_NAVER_CLIENT_ID: oauthSettings.key,
  OAUTH_NAVER_CLIENT_SECRET: oauthSettings.key,
  OAUTH_NAVER_ISSUER: oauthSettings.issuer,
  OAUTH_GOOGLE_CLIENT_ID: oauthSettings.key,
  OAUTH_GOOGLE_CLIENT_SECRET: oauthSettings.key,
  OAUTH_GOOGLE_ISSUER: oauthSettings.issuer,
  RATE_LIMITS: flag(true),
  RESERVATION_CHANGE_HOURS: wholeNumber(24, 720),
  WEB_CONCURRENCY: wholeNumber(1, 64),
  TRUST_PROXY: wholeNumber(0, 10),
  LOG_LEVEL: z._default(z.enum(logLevels, `${logLevels.join(', ')} 중 하나여야 합니다.`), 'info'),
  ACCESS_LOG: flag(false),
  METRICS_PORT: z.optional(wholeUpTo(65_535)),
  ALERT_PHONE: z.optional(
    z.string().check(
      z.overwrite((number) => number.replaceAll('-', '')),
      z.regex(/^010\d{8}$/, '`010-0000-0000` 같은 휴대폰 번호여야 합니다.'),
    ),
  ),
  SITE_VERIFICATION_NAVER: key,
  SITE_VERIFICATION_GOOGLE: key,
  PRIVACY_PROCESSORS: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (lines) => lines.split(';').every((line) => readProcessor(line) !== null),
            '`수탁자 | 위탁 업무 | 기간` 형식으로 입력하고 `;`로 구분해야 합니다. 국외 업체는 뒤에 `| 국가 | 연락처`를 추가합니다.',
          ),
        ),
      z.transform((lines) => lines.split(';').flatMap((line) => readProcessor(line) ?? [])),
    ),
  ),
  STUDIO_NAME: text('사진관'),
  STUDIO_REPRESENTATIVE: text('홍길동'),
  STUDIO_BUSINESS_NUMBER: text('000-00-00000'),
  STUDIO_MAIL_ORDER_NUMBER: text('제0000-서울종로-0000호'),
  STUDIO_ADDRESS: text('서울특별시 종로구 사진로 1, 2층'),
  STUDIO_PHONE: text('02-000-0000'),
  STUDIO_EMAIL: text('hello@example.com'),
  STUDIO_PRIVACY_OFFICER: text('홍길동'),
  STUDIO_HOSTING: text('자체 서버'),
  STUDIO_SOCIAL_LINK: text('https://www.instagram.com/'),
});

type Settings = z.output<typeof settings>;

export interface Env {
  readonly isDevelopment: boolean;
  readonly port: number;
  readonly host: string;
  /** Origin used in links, without a slash at its end. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Seconds for which a server that is told to stop still takes connections, while `/healthz` says no. */
  readonly stopNotice: number;
  /** The file in which everyone who left is noted beside the database. */
  readonly erasureLedger: string;
  readonly databaseUrl: string | undefined;
  readonly storage: StorageSettings;
  /** Where the reverse proxy in front finds the folder of photos; undefined: this server sends them itself. */
  readonly xAccelPrefix: string | undefined;
  readonly authSecret: string | undefined;
  readonly admin: { readonly loginId: string; readonly password: string } | undefined;
  /** Unset: sample content is loaded into an empty embedded database only. */
  readonly sampleContent: boolean | undefined;
  readonly sms: SmsSettings;
  readonly oauth: AllOauthSettings;
  readonly rateLimits: boolean;
  /** Members cancel and move their bookings until so many hours before the meeting. */
  readonly reservationChangeHours: number;
  readonly trustProxy: number;
  /** How many processes share the port. */
  readonly processes: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** A line in the log for each request. */
  readonly accessLog: boolean;
  /** Where this machine reads the server's figures; nowhere when unset. */
  readonly metricsPort: number | undefined;
  readonly studio: Studio;
  /** By which search engines know the site's owner, as the content of a meta tag each. */
  readonly siteVerification: { readonly naver?: string; readonly google?: string };
  /** The studio's own mobile phone: told of new inquiries, when it is set. */
  readonly alertPhone: string | undefined;
  /** Names of the studio's settings that still hold sample values. */
  readonly placeholders: readonly string[];
}

/** A setting that is wrong stops the start: one line each. */
export class SettingsError extends Error {}

type SmsKey =
  | 'SMS_SENDER'
  | 'SOLAPI_API_KEY'
  | 'SOLAPI_API_SECRET'
  | 'SENS_SERVICE_ID'
  | 'SENS_ACCESS_KEY'
  | 'SENS_SECRET_KEY';

const pickSms = (values: Settings, need: (name: SmsKey) => string): SmsSettings => {
  switch (values.SMS_PROVIDER) {
    case 'outbox':
      return { provider: 'outbox' };
    case 'solapi':
      return {
        provider: 'solapi',
        url: values.SOLAPI_URL,
        sender: need('SMS_SENDER'),
        apiKey: need('SOLAPI_API_KEY'),
        apiSecret: need('SOLAPI_API_SECRET'),
      };
    case 'sens':
      return {
        provider: 'sens',
        url: values.SENS_URL,
        sender: need('SMS_SENDER'),
        serviceId: need('SENS_SERVICE_ID'),
        accessKey: need('SENS_ACCESS_KEY'),
        secretKey: need('SENS_SECRET_KEY'),
      };
  }
};

const readSms = (values: Settings): SmsSettings => {
  const missing: SmsKey[] = [];
  const picked = pickSms(values, (name) => {
    const value = values[name];
    if (value === undefined) missing.push(name);
    return value ?? '';
  });
  if (missing.length === 0) return picked;
  throw new SettingsError(
    missing
      .map((name) => `설정 ${name}: SMS_PROVIDER=${values.SMS_PROVIDER}이면 반드시 지정해야 합니다.`)
      .join('\n'),
  );
};

const readProviders = (values: Settings): AllOauthSettings =>
  readOauth(values, (line) => new SettingsError(line));

const readStorage = (values: Settings): StorageSettings => {
  const storage = readS3(values, (lines) => new SettingsError(lines));
  if (storage.kind === 's3' && values.X_ACCEL_PREFIX !== undefined) {
    throw new SettingsError('설정 X_ACCEL_PREFIX: 사진을 디스크에 저장할 때만 사용할 수 있습니다.');
  }
  return storage;
};

const readStudio = (values: Settings): Studio => ({
  name: values.STUDIO_NAME,
  representative: values.STUDIO_REPRESENTATIVE,
  businessNumber: values.STUDIO_BUSINESS_NUMBER,
  mailOrderNumber: values.STUDIO_MAIL_ORDER_NUMBER,
  address: values.STUDIO_ADDRESS,
  phone: values.STUDIO_PHONE,
  email: values.STUDIO_EMAIL,
  privacyOfficer: values.STUDIO_PRIVACY_OFFICER,
  hosting: values.STUDIO_HOSTING,
  processors: listProcessors(values.SMS_PROVIDER, values.PRIVACY_PROCESSORS ?? []),
  socialLink: values.STUDIO_SOCIAL_LINK,
  providers: configuredProviders(readProviders(values)),
});

/** Reads the settings from `source`; an empty value counts as unset. */
export const readEnv = (source: Record<string, string | undefined>): Env => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(settings, given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `설정 ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(lines.join('\n'));
  }
  const values = parsed.data;
  if ((values.ADMIN_LOGIN_ID === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    throw new SettingsError('설정 ADMIN_LOGIN_ID와 ADMIN_PASSWORD는 함께 지정해야 합니다.');
  }
  if (values.WEB_CONCURRENCY > 1 && values.DATABASE_URL === undefined) {
    throw new SettingsError(
      '설정 WEB_CONCURRENCY: 내장 데이터베이스에서는 프로세스를 하나만 사용할 수 있습니다. DATABASE_URL을 지정해 주세요.',
    );
  }
  return {
    isDevelopment: values.NODE_ENV === 'development',
    port: values.PORT,
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    dataDir: resolve(values.DATA_DIR),
    stopNotice: values.STOP_NOTICE_SECONDS,
    erasureLedger: resolve(values.ERASURE_LEDGER ?? join(values.DATA_DIR, 'erasures.jsonl')),
    databaseUrl: values.DATABASE_URL,
    storage: readStorage(values),
    xAccelPrefix: values.X_ACCEL_PREFIX,
    authSecret: values.AUTH_SECRET,
    admin:
      values.ADMIN_LOGIN_ID !== undefined && values.ADMIN_PASSWORD !== undefined
        ? { loginId: values.ADMIN_LOGIN_ID, password: values.ADMIN_PASSWORD }
        : undefined,
    sampleContent: values.SAMPLE_CONTENT,
    sms: readSms(values),
    oauth: readProviders(values),
    rateLimits: values.RATE_LIMITS,
    reservationChangeHours: values.RESERVATION_CHANGE_HOURS,
    trustProxy: values.TRUST_PROXY,
    processes: Math.max(1, values.WEB_CONCURRENCY),
    logLevel: values.LOG_LEVEL,
    accessLog: values.ACCESS_LOG,
    metricsPort: values.METRICS_PORT,
    alertPhone: values.ALERT_PHONE,
    studio: readStudio(values),
    siteVerification: {
      ...(values.SITE_VERIFICATION_NAVER && { naver: values.SITE_VERIFICATION_NAVER }),
      ...(values.SITE_VERIFICATION_GOOGLE && { google: values.SITE_VERIFICATION_GOOGLE }),
    },
    placeholders: Object.keys(settings.shape).filter(
      (name) => name.startsWith('STUDIO_') && !(name in given),
    ),
  };
};

/** `.env` beside package.json, when there is one; the real environment wins. */
export const loadEnv = (): Env => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
};
