import type { Notification } from '#contract/questions.ts';
import { countSmsBytes, cutToBytes, MAX_SMS_BYTES } from '#server/auth/code-message.ts';

// What was asked and answered stays on the site: a text message is read by whoever holds the phone.
const texts: Record<Notification['kind'], string> = {
  QUESTION_ANSWERED: '남기신 문의에 답변이 등록되었습니다.',
  QUESTION_ASKED: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.',
};

/** The text within one message; the studio's name is cut to make room. */
export const writeNotification = (studioName: string, kind: Notification['kind']): string => {
  const text = texts[kind];
  return `[${cutToBytes(studioName, MAX_SMS_BYTES - countSmsBytes(`[] ${text}`))}] ${text}`;
};
