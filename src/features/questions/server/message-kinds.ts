import type { MessageKinds } from '#core/messages/server/message-kind.ts';

/** The texts contain nothing of the question, because others may see the phone's messages. */
export const questionMessageKinds = {
  QUESTION_ANSWERED: {
    label: '답변 등록',
    text: '남기신 문의에 답변이 등록되었습니다.',
    alimtalk: 'answered',
  },
  QUESTION_VISIBILITY_CHANGED: {
    label: '공개 여부 변경',
    text: '남기신 문의가 #{공개여부}로 변경되었습니다.',
    alimtalk: 'visibilityChanged',
  },
  QUESTION_ASKED: { label: '새 문의', text: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.' },
} as const satisfies MessageKinds;
