import type { MessageKinds } from '#core/messages/server/message-kind.ts';

const ASK_IF_UNKNOWN = '본인이 아니면 연락해 주세요.';

/** Security notices, which are sent as SMS only. */
export const securityMessageKinds = {
  LOGIN_ID_FOUND: {
    label: '아이디 조회',
    text: `아이디가 조회되었습니다. ${ASK_IF_UNKNOWN}`,
    namesContact: true,
  },
  PASSWORD_RESET: {
    label: '비밀번호 변경',
    text: `비밀번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
    namesContact: true,
  },
  WITHDRAWN: {
    label: '회원 탈퇴',
    text: `회원 탈퇴가 완료되었습니다. ${ASK_IF_UNKNOWN}`,
    namesContact: true,
    isForFormerMember: true,
  },
  PHONE_CHANGED: {
    label: '휴대폰 번호 변경',
    text: `휴대폰 번호가 변경되었습니다. ${ASK_IF_UNKNOWN}`,
    namesContact: true,
    isForOldNumber: true,
  },
  ADMIN_LOGIN: {
    label: '새 기기 로그인',
    text: '관리자가 새 기기에서 로그인했습니다. 모르는 기기라면 바로 권한을 회수해 주세요.',
  },
  ADMIN_PASSWORD_RESET: {
    label: '관리자 비밀번호 변경',
    text: '관리자의 비밀번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  },
  ADMIN_PHONE_CHANGED: {
    label: '관리자 휴대폰 번호 변경',
    text: '관리자의 휴대폰 번호가 변경되었습니다. 모르는 변경이면 권한을 회수해 주세요.',
  },
} as const satisfies MessageKinds;
