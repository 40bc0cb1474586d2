/**
 * What each kind of message is about, in a few words. `QUESTION_ASKED`, `NEW_RESERVATION`, `ADMIN_…` and `MESSAGES_REFUSED` go to the
 * studio, the others to the customer.
 */
export const messageKinds = {
  QUESTION_ANSWERED: '답변 등록',
  QUESTION_ASKED: '새 문의',
  RESERVATION_BOOKED: '예약 확정',
  RESERVATION_MOVED: '예약 변경',
  RESERVATION_CANCELLED: '예약 취소',
  RESERVATION_REOPENED: '예약 다시 확정',
  REMINDER_DAY_BEFORE: '전날 알림',
  REMINDER_HOURS_BEFORE: '당일 알림',
  NEW_RESERVATION: '새 예약',
  TERMS_CHANGED: '이용약관 변경',
  PRIVACY_CHANGED: '처리방침 변경',
  REFUND_CHANGED: '환불 규정 변경',
  TERMS_WITHDRAWN: '이용약관 변경 취소',
  PRIVACY_WITHDRAWN: '처리방침 변경 취소',
  REFUND_WITHDRAWN: '환불 규정 변경 취소',
  LOGIN_ID_FOUND: '아이디 조회',
  PASSWORD_RESET: '비밀번호 변경',
  WITHDRAWN: '회원 탈퇴',
  ADMIN_LOGIN: '새 기기 로그인',
  PHONE_CHANGED: '휴대폰 번호 변경',
  ADMIN_PASSWORD_RESET: '관리자 비밀번호 변경',
  ADMIN_PHONE_CHANGED: '관리자 휴대폰 번호 변경',
  MESSAGES_REFUSED: '문자 발송 거절',
} as const;

export const notificationKinds = Object.keys(messageKinds) as (keyof typeof messageKinds)[];
