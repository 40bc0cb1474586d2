import { sql } from 'drizzle-orm';
import { providerNames } from '#platform/contract/social-providers.ts';
import { coded, describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { PENDING_MEMBER_RETENTION } from './social/pending-members.ts';
import {
  members,
  socialIdentities,
  consents,
  sessions,
  loginLog,
  reservedLoginIds,
  staffInvitations,
  oauthTransactions,
  verificationCodes,
  failureCounters,
  refreshTokens,
  adminTotp,
  adminRecoveryCodes,
} from './tables.ts';

const device = { ip_address: 'IP 주소', user_agent: '브라우저' } as const;

/** The version of the document, marked if it was withdrawn. The consent then counts for the versions before it. */
const consentedVersion = sql`consents.version || case when exists (
  select from studio_setting_versions as document
  where document.section = consents.item and document.version = consents.version and document.withdrawn_at is not null
) then ' (시행 취소)' else '' end`;

export const authTables: readonly DescribedTable[] = [
  describeTable(members, {
    holds: { 회원가입: ['login_id', 'login_id_key', 'password_hash', 'name', 'phone'] },
    retention: {
      startSql: "case when status = 'PENDING_SOCIAL' then created_at end",
      ...PENDING_MEMBER_RETENTION,
      isHourly: true,
    },
    title: '회원 정보',
    columns: {
      id: '회원 번호',
      login_id: '아이디',
      ...omit('아이디를 비교하기 위한 같은 값입니다.', 'login_id_key'),
      ...omit('비밀번호의 해시입니다.', 'password_hash'),
      name: '이름',
      phone: '휴대폰 번호',
      role: coded('구분', { MEMBER: '회원', ADMIN: '관리자' }),
      status: coded('상태', { ACTIVE: '이용 중' }),
      created_at: '가입 일시',
      wants_reminders: '미팅 알림 받기',
      wants_answers: '답변 알림 받기',
    },
    belongsTo: (id) => sql`id = ${id}`,
  }),
  describeTable(socialIdentities, {
    holds: { '소셜 로그인': ['provider', 'subject', 'refresh_token'] },
    title: '연결한 소셜 계정',
    columns: {
      provider: coded('제공자', providerNames),
      subject: '제공자의 회원 식별값',
      ...omit('연결을 해제하기 위한 토큰입니다.', 'refresh_token'),
      ...omit('탈퇴한 뒤에만 사용합니다.', 'unlink_attempts', 'unlink_at'),
    },
    orderBy: 'provider',
  }),
  describeTable(consents, {
    holds: { 회원가입: ['item'], '서비스 이용': ['ip_address'] },
    title: '동의 기록',
    columns: {
      item: coded('항목', { over14: '만 14세 이상', terms: '이용약관', privacy: '개인정보 수집 및 이용' }),
      version: { label: '문서의 버전', select: consentedVersion },
      identity_version: '사업자 정보의 버전',
      ip_address: 'IP 주소',
      agreed_at: '동의 일시',
    },
    orderBy: 'agreed_at',
  }),
  {
    name: 'legal_retention.consents',
    holds: { 회원가입: ['name', 'phone', 'item', 'version'], '서비스 이용': ['ip_address'] },
    retention: { startSql: 'since', isDate: true, months: 36 },
  },
  describeTable(sessions, {
    holds: { '서비스 이용': ['ip_address', 'user_agent'] },
    // An ended session is not purged for a day, because its access token may still be used to log out.
    retention: { startSql: 'least(expires_at, revoked_at)', hours: 24 },
    title: '로그인된 기기',
    columns: {
      ...omit('로그인 토큰에 들어 있는 번호입니다.', 'id'),
      ...device,
      created_at: '로그인 일시',
      expires_at: '만료 일시',
      revoked_at: '로그아웃 일시',
    },
    orderBy: 'created_at',
  }),
  describeTable(loginLog, {
    holds: { '서비스 이용': ['ip_address', 'user_agent'] },
    retention: { startSql: 'occurred_at', months: 3 },
    title: '로그인 기록',
    columns: {
      ...omit('기록의 번호입니다.', 'id'),
      outcome: coded('결과', {
        SUCCESS: '로그인',
        FAILURE: '실패',
        LOGOUT: '로그아웃',
        REFRESH_REUSE: '로그인 도용 의심',
      }),
      ...device,
      occurred_at: '일시',
    },
  }),
  describeTable(reservedLoginIds, {
    holds: { 회원가입: ['key_hash'] },
    retention: { startSql: 'expires_at', hours: 0 },
  }),
  describeTable(staffInvitations, {
    retention: { startSql: 'expires_at', hours: 0 },
    notExported: '관리자를 초대하는 링크의 해시',
  }),
  describeTable(oauthTransactions, { retention: { startSql: 'expires_at', hours: 0 } }),
  describeTable(verificationCodes, {
    holds: { 회원가입: ['phone', 'name_hash', 'login_id_hash', 'code_hash'] },
    retention: { startSql: 'expires_at', hours: 24 },
    notExported: '하루 안에 삭제하는 인증번호의 해시',
  }),
  describeTable(failureCounters, {
    retention: { startSql: 'greatest(expires_at, locked_until)', hours: 1 },
  }),
  describeTable(refreshTokens, { notExported: '로그인 토큰의 해시' }),
  describeTable(adminTotp, { notExported: '관리자의 2단계 로그인에 쓰는 비밀 값' }),
  describeTable(adminRecoveryCodes, { notExported: '관리자 복구 코드 해시' }),
];
