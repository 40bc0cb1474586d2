import * as z from 'zod/mini';
import { parseProcessor } from './data-processors.ts';
import { issuerField } from './ports/oauth/oauth-config.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const flag = z.pipe(
  z.enum(['true', 'false', 'on', 'off'], '`on` 또는 `off`여야 합니다.'),
  z.transform((value) => value === 'true' || value === 'on'),
);
const wholeNumber = (max: number, min = 0) => {
  const message = `${min}부터 ${max}까지의 정수여야 합니다.`;
  return z.coerce.number(message).check(z.int(message), z.minimum(min, message), z.maximum(max, message));
};
const matching = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.regex(pattern, message)));
const withoutHyphens = (pattern: RegExp, message: string) =>
  z.optional(
    z.string().check(
      z.overwrite((number) => number.replaceAll('-', '')),
      z.regex(pattern, message),
    ),
  );
const webUrl = (example: string) =>
  z.url({ protocol: /^https?$/, error: `\`${example}\` 같은 주소여야 합니다.` });
const text = (fallback: string) => z._default(z.string(), fallback);
const optionalText = z.optional(z.string());

/** Printable ASCII without spaces. */
const key = matching(/^[\x21-\x7e]+$/, '공백 없는 영문, 숫자, 기호여야 합니다.');
const origin = webUrl('https://example.com');
/** Links are made from it, so it has no path. */
const siteUrl = origin.check(
  z.regex(/^[^/]*\/\/[^/?#]*\/?$/, '`https://studio.example.com`처럼 경로 없이 지정해야 합니다.'),
);
const s3Url = z.optional(
  webUrl('https://s3.example.com').check(z.overwrite((url) => url.replace(/\/+$/, ''))),
);
const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  '영문 소문자, 숫자, `.`, `-`로 이루어진 3~63자여야 합니다.',
);
const serviceId = (example: string) => matching(/^[\w.:-]+$/, `\`${example}\` 같은 서비스 ID여야 합니다.`);
const processors = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (lines) => lines.split(';').every((line) => parseProcessor(line) !== null),
          '`수탁자 | 위탁 업무 | 기간` 형식으로 입력하고 `;`로 구분해야 합니다. 국외 업체는 뒤에 `| 국가 | 연락처`를 추가합니다.',
        ),
      ),
    z.transform((lines) => lines.split(';').flatMap((line) => parseProcessor(line) ?? [])),
  ),
);

const envVariable = <Schema extends z.ZodMiniType>(name: string, schema: Schema) => ({ name, schema });

/** All environment variables: the name (documented in `.env.example`) and the schema. */
export const envVariables = {
  general: {
    nodeEnv: envVariable('NODE_ENV', text('production')),
    port: envVariable('PORT', z._default(wholeNumber(65_535), 3000)),
    host: envVariable('HOST', text('127.0.0.1')),
    publicUrl: envVariable('PUBLIC_URL', z.optional(siteUrl)),
    dataDir: envVariable('DATA_DIR', text('./data')),
    /** Seconds for which a stopping server still accepts connections while `/healthz` responds 503. */
    shutdownDelayS: envVariable('STOP_NOTICE_SECONDS', z._default(wholeNumber(60), 0)),
    /** File that records deleted members and callers outside the database. */
    erasureLedger: envVariable('ERASURE_LEDGER', optionalText),
    databaseUrl: envVariable(
      'DATABASE_URL',
      matching(/^postgres(ql)?:\/\//, '`postgres://…` 주소여야 합니다.'),
    ),
    /** Internal path under which the reverse proxy serves the photo folder. Unset: this server sends the photos of that folder. */
    xAccelPrefix: envVariable(
      'X_ACCEL_PREFIX',
      matching(/^\/[\w/.-]*\/$/, '`/photo-files/` 같은 경로여야 합니다.'),
    ),
    authSecret: envVariable(
      'AUTH_SECRET',
      z.optional(z.string().check(z.minLength(32, '32자 이상이어야 합니다.'))),
    ),
    /** Whether to load sample content into an empty database. Defaults to true for the embedded database only. */
    sampleContent: envVariable('SAMPLE_CONTENT', z.optional(flag)),
    rateLimits: envVariable('RATE_LIMITS', z._default(flag, true)),
    /** Initial value: members can cancel and move a reservation until this many hours before the meeting. */
    reservationChangeHours: envVariable('RESERVATION_CHANGE_HOURS', z._default(wholeNumber(720), 24)),
    /** Number of processes that share the port. */
    processes: envVariable('WEB_CONCURRENCY', z._default(wholeNumber(64, 1), 1)),
    trustProxy: envVariable('TRUST_PROXY', z._default(wholeNumber(10), 0)),
    logLevel: envVariable(
      'LOG_LEVEL',
      z._default(z.enum(logLevels, `${logLevels.join(', ')} 중 하나여야 합니다.`), 'info'),
    ),
    accessLog: envVariable('ACCESS_LOG', z._default(flag, false)),
    /** Local port that serves the metrics of the first process; the others use the ports after it. Unset: no metrics. */
    metricsPort: envVariable('METRICS_PORT', z.optional(wholeNumber(65_535))),
    /** Initial value: the mobile phone number that receives the messages to the studio. */
    alertPhone: envVariable(
      'ALERT_PHONE',
      withoutHyphens(/^010\d{8}$/, '`010-0000-0000` 같은 휴대폰 번호여야 합니다.'),
    ),
    processors: envVariable('PRIVACY_PROCESSORS', processors),
    /** Whether the services that admins connected are used. */
    usesConnections: envVariable('CONNECTIONS', z._default(flag, true)),
  },
  admin: {
    loginId: envVariable('ADMIN_LOGIN_ID', optionalText),
    password: envVariable('ADMIN_PASSWORD', optionalText),
  },
  s3: {
    bucket: envVariable('S3_BUCKET', bucketName),
    endpoint: envVariable('S3_ENDPOINT', s3Url),
    region: envVariable('S3_REGION', key),
    accessKeyId: envVariable('S3_ACCESS_KEY_ID', key),
    secretAccessKey: envVariable('S3_SECRET_ACCESS_KEY', key),
    publicUrl: envVariable('S3_PUBLIC_URL', s3Url),
  },
  backup: {
    /** Folder of the nightly backups. Unset: `backups` in the data folder, or no backup in development. `off`: no nightly backup. */
    folder: envVariable('BACKUP_DIR', optionalText),
    bucket: envVariable('BACKUP_S3_BUCKET', bucketName),
    endpoint: envVariable('BACKUP_S3_ENDPOINT', s3Url),
    region: envVariable('BACKUP_S3_REGION', key),
    accessKeyId: envVariable('BACKUP_S3_ACCESS_KEY_ID', key),
    secretAccessKey: envVariable('BACKUP_S3_SECRET_ACCESS_KEY', key),
  },
  sms: {
    provider: envVariable(
      'SMS_PROVIDER',
      z.optional(z.enum(['outbox', 'solapi', 'sens'], '`outbox`, `solapi`, `sens` 중 하나여야 합니다.')),
    ),
    sender: envVariable(
      'SMS_SENDER',
      withoutHyphens(/^\d{8,12}$/, '`02-000-0000` 같은 발신번호여야 합니다.'),
    ),
  },
  mail: {
    /** Unset: mails are written to the outbox, unless a mail server that an admin connected is used. */
    url: envVariable(
      'SMTP_URL',
      matching(/^smtps?:\/\/[^\s/]+$/, '`smtps://아이디:비밀번호@주소:465` 같은 주소여야 합니다.'),
    ),
    from: envVariable(
      'SMTP_FROM',
      matching(/^[^@\r\n]{1,100}@[^@\s]{1,100}$/, '보내는 사람의 이메일 주소여야 합니다.'),
    ),
  },
  solapi: {
    apiKey: envVariable('SOLAPI_API_KEY', key),
    apiSecret: envVariable('SOLAPI_API_SECRET', key),
    url: envVariable('SOLAPI_URL', z._default(origin, 'https://api.solapi.com')),
  },
  sens: {
    serviceId: envVariable('SENS_SERVICE_ID', serviceId('ncp:sms:kr:…')),
    /** Of the Biz Message service, which sends alimtalk. */
    alimtalkServiceId: envVariable('SENS_ALIMTALK_SERVICE_ID', serviceId('ncp:kkobizmsg:kr:…')),
    accessKey: envVariable('SENS_ACCESS_KEY', key),
    secretKey: envVariable('SENS_SECRET_KEY', key),
    url: envVariable('SENS_URL', z._default(origin, 'https://sens.apigw.ntruss.com')),
  },
  kakao: {
    clientId: envVariable('OAUTH_KAKAO_CLIENT_ID', key),
    clientSecret: envVariable('OAUTH_KAKAO_CLIENT_SECRET', key),
    adminKey: envVariable('OAUTH_KAKAO_ADMIN_KEY', key),
    issuer: envVariable('OAUTH_KAKAO_ISSUER', issuerField),
  },
  naver: {
    clientId: envVariable('OAUTH_NAVER_CLIENT_ID', key),
    clientSecret: envVariable('OAUTH_NAVER_CLIENT_SECRET', key),
    issuer: envVariable('OAUTH_NAVER_ISSUER', issuerField),
  },
  google: {
    clientId: envVariable('OAUTH_GOOGLE_CLIENT_ID', key),
    clientSecret: envVariable('OAUTH_GOOGLE_CLIENT_SECRET', key),
    issuer: envVariable('OAUTH_GOOGLE_ISSUER', issuerField),
  },
  /** Content of the meta tags by which search engines verify the site's owner. */
  siteVerification: {
    naver: envVariable('SITE_VERIFICATION_NAVER', key),
    google: envVariable('SITE_VERIFICATION_GOOGLE', key),
  },
};
