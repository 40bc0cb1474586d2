const RESERVATION_ITEMS = '카테고리, 미팅 날짜와 시간, 상품, 희망 촬영 날짜, 촬영 장소, 요청 사항';

/**
 * All purposes for which personal data is processed, as the privacy policy lists them. `described-tables.ts` says which columns hold
 * the items; its periods must match `retention`.
 */
export const processingPurposes = [
  {
    name: '회원가입',
    items: '아이디, 비밀번호, 이름, 휴대폰 번호, 동의 기록',
    reason: '본인 확인, 중복 가입 방지, 회원 관리, 인증번호 발송',
    retention: '탈퇴할 때까지. 동의 기록은 탈퇴 후 3년',
  },
  {
    name: '소셜 로그인',
    items:
      '소셜 로그인 제공자로부터 받는 회원 식별값, 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호, 동의 기록',
    reason: '본인 확인, 회원 관리, 탈퇴 시 제공자와의 연결 해제',
    retention: '탈퇴할 때까지. 가입을 마치지 않으면 하루',
  },
  {
    name: '상담 기록',
    items: '스튜디오가 적은 상담 메모',
    reason: '상담과 촬영의 준비',
    retention: '탈퇴할 때까지',
  },
  {
    name: '사전 미팅 예약',
    items: `${RESERVATION_ITEMS}, 올린 경우 참고 사진`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행',
    retention: '탈퇴할 때까지. 계약에 관한 기록은 5년',
  },
  {
    name: '전화·메시지 예약(비회원)',
    items: `이름, 전화번호, ${RESERVATION_ITEMS}`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행, 예약 안내 문자의 발송',
    retention: '미팅일 또는 취소일부터 5년',
  },
  {
    name: '1:1 문의',
    items: '제목, 내용, 답변 알림 수신 여부',
    reason: '문의의 처리와 답변, 신청한 경우 답변 알림 문자의 발송',
    retention: '탈퇴할 때까지. 불만과 분쟁 처리에 관한 기록은 3년',
  },
  {
    name: '회원 탈퇴와 번호 변경 안내',
    items: '휴대폰 번호',
    reason: '탈퇴가 완료되었거나 휴대폰 번호가 변경되었음을 알리는 문자의 발송',
    retention: '문자를 보낼 때까지',
  },
  {
    name: '서비스 이용',
    items: 'IP 주소, 접속 시각, 브라우저 종류',
    reason: '부정 이용 방지, 보안, 법령에 따른 기록',
    retention: '로그인 기록 3개월, 로그인 중인 기기는 로그아웃할 때까지, 관리자의 접속기록 2년',
  },
] as const;

export type Purpose = (typeof processingPurposes)[number]['name'];
