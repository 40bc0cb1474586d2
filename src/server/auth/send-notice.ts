import type { Deps } from '#server/deps.ts';
import type { SmsMessage } from '#server/ports/sms/sms.ts';
import { countSmsBytes, cutToBytes, MAX_SMS_BYTES } from './code-message.ts';

const notices = {
  LOGIN_ID_FOUND: '회원님의 아이디가 조회되었습니다.',
  PASSWORD_RESET: '회원님의 비밀번호가 변경되었습니다.',
  WITHDRAWN: '회원 탈퇴가 완료되었습니다.',
} as const;

/** The text of a notice, within one message. */
const writeNotice = (studioName: string, notice: keyof typeof notices): string => {
  const text = `${notices[notice]} 직접 하지 않으셨다면 연락해 주세요.`;
  return `[${cutToBytes(studioName, MAX_SMS_BYTES - countSmsBytes(`[] ${text}`))}] ${text}`;
};

/** Sends a text that nobody waits for; its failure changes nothing. `notice` names it in the log, which never holds the text. */
export const sendUnawaited = (
  { sms, log }: Pick<Deps, 'sms' | 'log'>,
  message: SmsMessage,
  notice: string,
): void => {
  sms.send(message).then(
    (outcome) => {
      if (outcome !== 'accepted') log.warn({ event: 'notice_failed', notice, outcome });
    },
    (error: unknown) => log.error({ event: 'notice_failed', notice, err: error }),
  );
};

/** Tells the phone's owner what was just done in their name. */
export const sendNotice = (deps: Deps, to: string, notice: keyof typeof notices): void =>
  sendUnawaited(deps, { to, text: writeNotice(deps.settings.studio.name, notice) }, notice);
