import {
  failureCounters,
  adminRecoveryCodes,
  adminTotp,
  consents,
  loginLog,
  members,
  oauthTransactions,
  refreshTokens,
  reservedLoginIds,
  sessions,
  socialIdentities,
  staffInvitations,
  verificationCodes,
} from '#core/auth/server/tables.ts';
import { completedRequests, rateCounters } from '#platform/server/db/tables.ts';
import { memberNotes } from './customers/tables.ts';
import { adminAccessLog, adminAuditLog } from '#core/audit/server/tables.ts';
import { uploadIntents, privateFiles } from '#core/files/server/tables.ts';
import {
  idempotencyKeys,
  reservationEvents,
  reservations,
  slotClaims,
} from '#features/reservations/server/tables.ts';
import { answers, questions } from '#features/questions/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { sql } from 'drizzle-orm';
import { PENDING_MEMBER_RETENTION } from '#core/auth/server/social/pending-members.ts';
import { providerNames } from '#platform/contract/social-providers.ts';
import { shootTypeLabels } from '#core/content/contract/shoot-types.ts';
import { formatSlot, type Slot } from '#core/content/contract/slots.ts';
import { messageKinds } from '#core/messages/contract/message-kinds.ts';
import { reservationStateLabels } from '#features/reservations/contract/reservation-states.ts';
import { coded, describeTable, omit, type DescribedTable } from '#platform/server/db/describe-table.ts';
import { packageVersions, studioSettingDrafts, studioSettingVersions } from '#core/content/server/tables.ts';

// Phone reservations, with their slot claims. Reservations of members are deleted with the member. Same start as for members'
// contracts: the date of the meeting, or of its cancellation.
const GUEST_RESERVATION_START_SQL = `case when guest_name is not null then coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.occurred_at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date) end`;

const slot = { label: '미팅 시간', format: (value: string) => formatSlot(value as Slot) };
const shootType = coded('카테고리', shootTypeLabels);
const device = { ip_address: 'IP 주소', user_agent: '브라우저' } as const;

/** The version of the document, marked when it was withdrawn: the consent then counts for the one before. */
const consentedVersion = sql`consents.version || case when exists (
  select from studio_setting_versions as document
  where document.section = consents.item and document.version = consents.version and document.withdrawn_at is not null
) then ' (시행 취소)' else '' end`;

/**
 * All tables with personal data, an age at which rows are deleted, or a way to a member. Members download theirs in this order. Tests
 * compare it with the database: each column that can hold personal data, and each table that leads to a member.
 */
export const describedTables: readonly DescribedTable[] = [
  {
    name: 'legal_retention.contracts',
    holds: { '사전 미팅 예약': ['name', 'phone', 'code', 'location'] },
    retention: { startSql: 'since', isDate: true, months: 60 },
  },
  {
    name: 'legal_retention.disputes',
    holds: { '1:1 문의': ['name', 'phone', 'title', 'content', 'answer'] },
    retention: { startSql: 'since', isDate: true, months: 36 },
  },
  {
    name: 'legal_retention.consents',
    holds: { 회원가입: ['name', 'phone', 'item', 'version'], '서비스 이용': ['ip_address'] },
    retention: { startSql: 'since', isDate: true, months: 36 },
  },
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
  describeTable(reservations, {
    holds: {
      '사전 미팅 예약': ['code', 'desired_shoot_date', 'location', 'notes'],
      '전화·메시지 예약(비회원)': ['guest_name', 'guest_phone'],
    },
    retention: { startSql: GUEST_RESERVATION_START_SQL, isDate: true, months: 60 },
    title: '예약',
    columns: {
      id: '번호',
      code: '예약 번호',
      ...omit('전화로 예약한 비회원에게만 있습니다.', 'guest_name', 'guest_phone'),
      state: coded('상태', reservationStateLabels),
      shoot_type: shootType,
      date: '미팅 날짜',
      slot,
      desired_shoot_date: '희망 촬영 날짜',
      location: '촬영 장소',
      notes: '요청 사항',
      created_at: '예약 일시',
      package_version_id: '상품의 번호',
    },
  }),
  describeTable(packageVersions, {
    title: '예약할 때 고른 상품',
    columns: {
      id: '번호',
      ...omit('상품을 관리하는 번호입니다.', 'package_id'),
      shoot_type: shootType,
      name: '이름',
      summary: '설명',
      price_won: '가격(원)',
      includes: '포함 사항',
      ...omit('상품을 게시한 시각입니다.', 'created_at'),
    },
    belongsTo: (id) => sql`id in (select package_version_id from reservations where member_id = ${id})`,
  }),
  describeTable(reservationEvents, {
    holds: { '사전 미팅 예약': ['reason'] },
    title: '예약의 변경 기록',
    columns: {
      ...omit('기록의 번호입니다.', 'id'),
      reservation_id: '예약의 번호',
      action: coded('변경', {
        MOVED: '날짜와 시간 변경',
        CANCELLED: '취소',
        COMPLETED: '완료',
        NO_SHOW: '노쇼',
        REOPENED: '다시 확정',
      }),
      actor: coded('변경한 사람', { MEMBER: '회원', ADMIN: '스튜디오' }),
      ...omit('관리자의 번호일 수 있습니다.', 'actor_id'),
      date: '변경 전 날짜',
      slot: { ...slot, label: '변경 전 시간' },
      reason: {
        label: '사유',
        // A reason of the studio is an internal record.
        select: sql`case when actor = 'MEMBER' then reason else '' end`,
      },
      occurred_at: '변경 일시',
    },
    belongsTo: (id) => sql`reservation_id in (select id from reservations where member_id = ${id})`,
  }),
  describeTable(privateFiles, {
    title: '예약에 붙인 참고 사진',
    columns: {
      id: '파일 이름(pictures 폴더)',
      reservation_id: '예약의 번호',
      created_at: '올린 일시',
      ...omit('저장소의 파일 이름입니다.', 'key'),
      ...omit('사진의 순서입니다.', 'position'),
      ...omit('파일에 있습니다.', 'width', 'height', 'bytes'),
    },
    orderBy: 'created_at',
  }),
  describeTable(questions, {
    holds: { '1:1 문의': ['title', 'content'] },
    title: '문의',
    columns: {
      id: '번호',
      title: '제목',
      content: '내용',
      secret: '비밀글',
      notify: '답변 알림 신청',
      created_at: '등록 일시',
      updated_at: '수정 일시',
    },
  }),
  describeTable(answers, {
    holds: { '1:1 문의': ['content'] },
    title: '문의의 답변',
    columns: {
      ...omit('답변의 번호입니다.', 'id'),
      question_id: '문의의 번호',
      content: '내용',
      created_at: '등록 일시',
      updated_at: '수정 일시',
    },
    belongsTo: (id) => sql`question_id in (select id from questions where member_id = ${id})`,
  }),
  describeTable(notifications, {
    holds: { '회원 탈퇴와 번호 변경 안내': ['phone'], '사전 미팅 예약': ['address', 'values'] },
    retention: { startSql: 'created_at', months: 3 },
    title: '보낸 메시지',
    columns: {
      kind: coded('내용', messageKinds),
      question_id: '문의의 번호',
      reservation_id: '예약의 번호',
      state: coded('상태', {
        QUEUED: '발송 예정',
        SENT: '발송',
        DELIVERED: '전달',
        SIMULATED: '보내지 않음(시험)',
        FAILED: '실패',
        UNKNOWN: '확인 필요',
        SUPERSEDED: '보내지 않음',
      }),
      channel: coded('방법', { SMS: '문자', ALIMTALK: '알림톡', EMAIL: '이메일' }),
      created_at: '등록 일시',
      due_at: '발송 예정 일시',
      settled_at: '발송 일시',
      phone: '보낼 이전 번호',
      ...omit('메시지의 번호입니다.', 'id'),
      ...omit('같은 메시지를 한 번만 보내기 위한 번호입니다.', 'subject_version'),
      ...omit('본인에게 보낸 메시지만 있습니다.', 'recipient', 'address'),
      ...omit('예약과 문서에 있는 값입니다.', 'values', 'drop_at'),
      ...omit('문자 회사의 번호입니다.', 'provider_message_id'),
      ...omit('문자 회사의 결과 코드입니다.', 'result_code'),
      ...omit(
        '발송을 위한 내부 값입니다.',
        'sends_at_night',
        'attempts',
        'is_replaced',
        'poll_at',
        'polls',
        'missing_since',
      ),
    },
    belongsTo: (id) => sql`member_id = ${id} and recipient = 'CUSTOMER'`,
  }),
  describeTable(sessions, {
    holds: { '서비스 이용': ['ip_address', 'user_agent'] },
    // Kept for a day because the session's access token can still be used to log out.
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
  describeTable(memberNotes, { holds: { '상담 기록': ['text'] }, notExported: '관리자의 내부 메모' }),
  describeTable(adminAccessLog, {
    holds: { '서비스 이용': ['admin_login_id', 'ip_address', 'subject_ids'] },
    retention: { startSql: 'occurred_at', months: 24 },
  }),
  describeTable(adminAuditLog, {
    holds: { '서비스 이용': ['admin_login_id', 'ip_address', 'before', 'after'] },
    retention: { startSql: 'occurred_at', months: 24 },
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
  describeTable(rateCounters, { retention: { startSql: 'window_start', hours: 24 } }),
  describeTable(failureCounters, {
    retention: { startSql: 'greatest(expires_at, locked_until)', hours: 1 },
  }),
  describeTable(completedRequests, { retention: { startSql: 'completed_at', hours: 1 } }),
  describeTable(idempotencyKeys, {
    retention: { startSql: 'created_at', hours: 24 },
    notExported: '같은 예약을 두 번 만들지 않기 위한 값으로, 하루 뒤에 삭제',
  }),
  describeTable(slotClaims, {
    // Only holds have a `held_until`; bookings and blocks never expire.
    retention: { startSql: 'held_until', hours: 0 },
    notExported: '예약과 같은 날짜와 시간, 예약하는 동안 몇 분만 잡아 두는 시간',
  }),
  describeTable(uploadIntents, {
    holds: { '서비스 이용': ['ip_address'] },
    notExported: '올리는 중인 사진의 작업 상태로, 하루 안에 삭제',
  }),
  describeTable(refreshTokens, { notExported: '로그인 토큰의 해시' }),
  describeTable(adminTotp, { notExported: '관리자의 2단계 로그인에 쓰는 비밀 값' }),
  describeTable(adminRecoveryCodes, { notExported: '관리자의 복구 코드의 해시' }),
  describeTable(studioSettingVersions, { notExported: '회원이 아니라 스튜디오의 자료' }),
  describeTable(studioSettingDrafts, { notExported: '회원이 아니라 스튜디오의 자료' }),
];
