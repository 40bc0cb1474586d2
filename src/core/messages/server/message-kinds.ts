import type { MessageKinds } from './message-kind.ts';

export const refusalMessageKinds = {
  MESSAGES_REFUSED: {
    label: '문자 발송 거절',
    text: '문자 업체가 발송을 거절했습니다. 관리 화면에서 이유를 확인해 주세요.',
  },
} as const satisfies MessageKinds;
