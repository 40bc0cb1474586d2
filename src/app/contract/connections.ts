import * as z from 'zod/mini';
import { field, optionalLine, select, type Fields, type objectOf } from '#core/content/contract/field.ts';
import { del, get, post, put } from '#platform/contract/endpoint.ts';
import { secondFactorCode, submittedPassword } from '#platform/contract/fields.ts';
import { optionalTextField } from '#platform/contract/text/text-field.ts';

const MAX_LENGTH = 300;

/** One line of printable ASCII without spaces, as keys and addresses are. */
const ascii = (label: string) => {
  const missing = `${label} 항목을 입력해 주세요.`;
  return z.string(missing).check(
    z.overwrite((value) => value.trim()),
    z.minLength(1, missing),
    z.maxLength(MAX_LENGTH, `${label} 항목을 확인해 주세요.`),
    z.regex(/^[\x21-\x7e]*$/, '공백 없이 영문, 숫자, 기호로 입력해 주세요.'),
  );
};
const key = (label: string, hint?: string) => field('line', label, ascii(label), hint);
const checkedKey = (label: string, check: z.core.$ZodCheck<string>) =>
  field('line', label, ascii(label).check(check));
/** Never sent to a browser. When it is left empty, the stored one is usually kept (`keepSecrets`). */
const secret = (label: string, hint?: string) => field('secret', label, ascii(label), hint);

const SENDER = '02-000-0000처럼 문자 업체에 등록한 발신번호를 입력해 주세요.';
const sender = field(
  'line',
  '발신번호',
  z.string(SENDER).check(
    z.overwrite((value) => value.replaceAll(/[-\s]/g, '')),
    z.regex(/^\d{8,12}$/, SENDER),
  ),
);

/** A name such as `smtp.example.com`, and no IP address: its last part begins with a letter. */
const isHostName = (host: string): boolean => {
  const parts = host.split('.');
  return (
    parts.length > 1 &&
    parts.every((part) => /^[a-z0-9-]{1,63}$/i.test(part)) &&
    /^[a-z]/i.test(parts.at(-1) ?? '')
  );
};
const isHttpsOrigin = (text: string): boolean =>
  isHostName(/^https:\/\/([^/:@]+)(?::\d{1,5})?\/?$/.exec(text)?.[1] ?? '');

/** `a@b.kr` of `사진관 <a@b.kr>`. */
export const mailboxOf = (from: string): string => from.slice(from.lastIndexOf('<') + 1).replace(/>$/, '');
const FROM = '`사진관 <studio@example.com>`이나 `studio@example.com`처럼 입력해 주세요.';

/** The fields of each connection. Those of kind `secret` are stored encrypted like the others, and are never sent to a browser. */
export const connectionFields = {
  solapi: { sender, apiKey: key('API 키'), apiSecret: secret('API 시크릿') },
  sens: {
    sender,
    serviceId: key('SMS 서비스 ID', 'ncp:sms:kr:로 시작합니다.'),
    alimtalkServiceId: optionalLine('알림톡 서비스 ID', {
      max: MAX_LENGTH,
      hint: 'ncp:kkobizmsg:kr:로 시작합니다. 알림톡을 보내지 않으면 비워 두세요.',
    }),
    accessKey: key('액세스 키'),
    secretKey: secret('시크릿 키'),
  },
  mail: {
    host: field(
      'line',
      '보내는 메일 서버(SMTP)',
      ascii('보내는 메일 서버').check(z.refine(isHostName, 'smtp.example.com처럼 입력해 주세요.')),
    ),
    port: select('포트', { 465: '465 (SSL/TLS)', 587: '587 (STARTTLS)' }, '포트를 선택해 주세요.'),
    user: key('아이디'),
    password: secret('비밀번호', '네이버나 Gmail이면 앱 비밀번호를 입력해 주세요.'),
    from: field(
      'line',
      '보내는 사람',
      z.string(FROM).check(
        z.overwrite((value) => value.trim()),
        z.maxLength(MAX_LENGTH, FROM),
        z.refine((value) => z.safeParse(z.email(), mailboxOf(value)).success, FROM),
      ),
    ),
  },
  kakao: {
    clientId: key('REST API 키'),
    clientSecret: secret('클라이언트 시크릿'),
    adminKey: field(
      'secret',
      '어드민 키',
      optionalTextField({ label: '어드민 키', max: MAX_LENGTH }),
      '탈퇴한 회원의 연결을 카카오에서 해제할 때 사용합니다.',
    ),
  },
  naver: { clientId: key('클라이언트 ID'), clientSecret: secret('클라이언트 시크릿') },
  google: { clientId: key('클라이언트 ID'), clientSecret: secret('클라이언트 보안 비밀번호') },
  backup: {
    endpoint: checkedKey('엔드포인트', z.refine(isHttpsOrigin, 'https://s3.example.com처럼 입력해 주세요.')),
    region: key('리전'),
    bucket: checkedKey('버킷', z.regex(/^[a-z0-9.-]{3,63}$/, '버킷의 이름을 확인해 주세요.')),
    accessKeyId: key('액세스 키'),
    secretAccessKey: secret('시크릿 키'),
  },
} as const;

export type ConnectionName = keyof typeof connectionFields;
/** What an admin entered, as the fields validate it. */
export type ConnectionValues = {
  readonly [Name in ConnectionName]: z.output<ReturnType<typeof objectOf<(typeof connectionFields)[Name]>>>;
};
export const connectionNames = Object.keys(connectionFields) as ConnectionName[];

export const secretNamesOf = (name: ConnectionName): string[] =>
  Object.entries<Fields[string]>(connectionFields[name])
    .filter(([, { kind }]) => kind === 'secret')
    .map(([field]) => field);

const connection = z.strictObject({
  name: z.enum(connectionNames),
  /**
   * `ENV`: decided by the environment of the server, which may also leave it unconnected, and cannot be changed here. `STORED`: set here.
   * `UNREADABLE`: set here, but the server cannot decrypt it, usually because its secret has changed. `NONE`: not connected.
   */
  state: z.enum(['ENV', 'STORED', 'UNREADABLE', 'NONE']),
  /** What was entered here, without the secrets; empty when there is nothing that the server can read. */
  values: z.record(z.string(), z.string()),
  /** The callback address to register; null unless it is a social login. */
  redirectUri: z.nullable(z.string()),
  /** What is left at the SMS provider, in won; null where nothing is paid in advance and where it is not known. */
  balanceWon: z.nullable(z.number()),
  /** Usually why the last message was not accepted, as a code like that of a notification; null when no reason is known. */
  lastCode: z.nullable(z.string()),
});
export type Connection = z.output<typeof connection>;

const params = z.object({ name: z.enum(connectionNames, '연결을 찾을 수 없습니다.') });
/** The admin's password and, where the second factor is on, a code of the app or a recovery code. */
const proof = z.object({ currentPassword: submittedPassword, code: z.optional(secondFactorCode) });
export type AdminProof = z.output<typeof proof>;
const errors = ['PASSWORD_WRONG', 'TOTP_REQUIRED', 'TOTP_WRONG'] as const;

export const connectionEndpoints = {
  listConnections: get('/api/admin/connections', {
    summary: '연결: 문자와 알림톡, 이메일, 소셜 로그인, 백업 버킷의 상태. 비밀 키는 응답하지 않습니다.',
    reads: ['connections'],
    response: z.array(connection),
  }),
  saveConnection: put('/api/admin/connections/{name}', {
    summary:
      '연결 저장. 바로 모든 서버에 적용합니다. 비밀 키를 비우면 저장된 것을 유지합니다. 메일 서버를 바꾸면 비밀번호를 다시 보내야 합니다.',
    failed: '저장하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    changes: ['connections', 'settings'],
    answersRepeats: true,
    params,
    body: z.extend(proof, { values: z.record(z.string(), z.string()) }),
    errors,
  }),
  removeConnection: del('/api/admin/connections/{name}', {
    summary: '연결 해제. 저장한 키를 삭제합니다.',
    failed: '연결을 해제하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    changes: ['connections', 'settings'],
    answersRepeats: true,
    params,
    body: proof,
    errors,
  }),
  tryConnection: post('/api/admin/connections/{name}/trial', {
    summary:
      '연결 시험: 문자와 이메일은 나에게 한 통 발송하고, 백업 버킷은 파일 하나를 쓰고 읽고 삭제합니다.',
    failed: '시험하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    changes: ['connections'],
    params,
    response: z.strictObject({
      /** Why the trial failed, as a code like that of a notification; null when no failure is known. */
      code: z.nullable(z.string()),
      /** The number or address that the message is for; null for a bucket, and when the admin has no number. */
      to: z.nullable(z.string()),
    }),
    errors: ['NOT_FOUND'],
  }),
} as const;
