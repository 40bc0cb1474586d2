import type { Notification } from '#contract/notifications.ts';
import { countSmsBytes, truncateToSmsBytes, MAX_SMS_BYTES } from '#server/ports/sms/sms-length.ts';

// Contains nothing of the question: others may see the phone's messages.
const texts: Record<Notification['kind'], string> = {
  QUESTION_ANSWERED: '남기신 문의에 답변이 등록되었습니다.',
  QUESTION_ASKED: '새 문의가 등록되었습니다. 확인 후 답변해 주세요.',
};

/** Shortens the studio's name so that the text fits one SMS. */
export const formatNotification = (studioName: string, kind: Notification['kind']): string => {
  const text = texts[kind];
  return `[${truncateToSmsBytes(studioName, MAX_SMS_BYTES - countSmsBytes(`[] ${text}`))}] ${text}`;
};
