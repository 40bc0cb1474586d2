/** One purpose for which personal data is processed. The privacy policy lists all of them. */
export interface ProcessingPurpose {
  readonly name: string;
  readonly items: string;
  readonly reason: string;
  readonly retention: string;
  /** The database columns that hold the items: `table.column`, with the schema unless it is `public`. */
  readonly columns: readonly string[];
}

/** Columns of a table: `members.name`. */
const columnsOf = (table: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${table}.${name}`);

const RESERVATION_ITEMS = '카테고리, 미팅 날짜와 시간, 상품, 희망 촬영 날짜, 촬영 장소, 요청 사항';

/**
 * All processing of personal data. A new column with personal data needs a row: a test compares the columns with the database's.
 * Periods must match `jobs/retention-rules.ts`.
 */
export const processingPurposes: readonly ProcessingPurpose[] = [
  {
    name: '회원가입',
    items: '아이디, 비밀번호, 이름, 휴대폰 번호, 동의 기록',
    reason: '본인 확인, 중복 가입 방지, 회원 관리, 인증번호 발송',
    retention: '탈퇴할 때까지. 동의 기록은 탈퇴 후 3년',
    columns: [
      ...columnsOf('members', 'login_id', 'login_id_key', 'password_hash', 'name', 'phone'),
      ...columnsOf('verification_codes', 'phone', 'name_hash', 'login_id_hash', 'code_hash'),
      'consents.item',
      ...columnsOf('legal_retention.consents', 'name', 'phone', 'item', 'version'),
      'reserved_login_ids.key_hash',
    ],
  },
  {
    name: '소셜 로그인',
    items:
      '소셜 로그인 제공자로부터 받는 회원 식별값, 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호, 동의 기록',
    reason: '본인 확인, 회원 관리, 탈퇴 시 제공자와의 연결 해제',
    retention: '탈퇴할 때까지. 가입을 마치지 않으면 하루',
    columns: columnsOf('social_identities', 'provider', 'subject', 'refresh_token'),
  },
  {
    name: '상담 기록',
    items: '스튜디오가 적은 상담 메모',
    reason: '상담과 촬영의 준비',
    retention: '탈퇴할 때까지',
    columns: ['member_notes.text'],
  },
  {
    name: '사전 미팅 예약',
    items: `${RESERVATION_ITEMS}, 올린 경우 참고 사진`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행',
    retention: '탈퇴할 때까지. 계약에 관한 기록은 5년',
    columns: [
      ...columnsOf('reservations', 'code', 'desired_shoot_date', 'location', 'notes'),
      'reservation_events.reason',
      ...columnsOf('legal_retention.contracts', 'name', 'phone', 'code', 'location'),
    ],
  },
  {
    name: '전화·메시지 예약(비회원)',
    items: `이름, 전화번호, ${RESERVATION_ITEMS}`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행, 예약 안내 문자의 발송',
    retention: '미팅일 또는 취소일부터 5년',
    columns: columnsOf('reservations', 'guest_name', 'guest_phone'),
  },
  {
    name: '1:1 문의',
    items: '제목, 내용, 답변 알림 수신 여부',
    reason: '문의의 처리와 답변, 신청한 경우 답변 알림 문자의 발송',
    retention: '탈퇴할 때까지. 불만과 분쟁 처리에 관한 기록은 3년',
    columns: [
      ...columnsOf('questions', 'title', 'content'),
      'answers.content',
      ...columnsOf('legal_retention.disputes', 'name', 'phone', 'title', 'content', 'answer'),
    ],
  },
  {
    name: '회원 탈퇴와 번호 변경 안내',
    items: '휴대폰 번호',
    reason: '탈퇴가 완료되었거나 휴대폰 번호가 변경되었음을 알리는 문자의 발송',
    retention: '문자를 보낼 때까지',
    columns: ['notifications.phone'],
  },
  {
    name: '서비스 이용',
    items: 'IP 주소, 접속 시각, 브라우저 종류',
    reason: '부정 이용 방지, 보안, 법령에 따른 기록',
    retention: '로그인 기록 3개월, 로그인 중인 기기는 로그아웃할 때까지, 관리자의 접속기록 2년',
    columns: [
      'consents.ip_address',
      'legal_retention.consents.ip_address',
      ...columnsOf('login_log', 'ip_address', 'user_agent'),
      ...columnsOf('sessions', 'ip_address', 'user_agent'),
      ...columnsOf('admin_access_log', 'admin_login_id', 'ip_address', 'subject_ids'),
      ...columnsOf('admin_audit_log', 'admin_login_id', 'ip_address', 'before', 'after'),
      'upload_intents.ip_address',
    ],
  },
];
