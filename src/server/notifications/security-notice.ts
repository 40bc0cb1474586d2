import type { Deps } from '#server/deps.ts';
import type { SmsMessage } from '#server/ports/sms/sms.ts';
import { countSmsBytes, truncateToSmsBytes, MAX_SMS_BYTES } from '#server/ports/sms/sms-length.ts';

const securityNotices = {
  LOGIN_ID_FOUND: '회원님의 아이디가 조회되었습니다. 직접 하지 않으셨다면 연락해 주세요.',
  PASSWORD_RESET: '회원님의 비밀번호가 변경되었습니다. 직접 하지 않으셨다면 연락해 주세요.',
  WITHDRAWN: '회원 탈퇴가 완료되었습니다. 직접 하지 않으셨다면 연락해 주세요.',
  ADMIN_LOGIN: '관리자가 새 기기에서 로그인했습니다. 모르는 로그인이면 권한을 회수해 주세요.',
} as const;

/** Formats a security notice that fits one SMS. */
const formatSecurityNotice = (studioName: string, notice: keyof typeof securityNotices): string => {
  const text = securityNotices[notice];
  return `[${truncateToSmsBytes(studioName, MAX_SMS_BYTES - countSmsBytes(`[] ${text}`))}] ${text}`;
};

/** Sends a text in the background; a failure is only logged. `notice` names it in the log, which never contains the text. */
export const sendInBackground = (
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

/**
 * Notifies the phone's owner of a security-relevant change of their account. Reads nothing, because it runs after the commit, when
 * nothing may fail.
 */
export const sendSecurityNotice = (
  deps: Pick<Deps, 'sms' | 'log'>,
  { studioName, to }: { readonly studioName: string; readonly to: string },
  notice: keyof typeof securityNotices,
): void => sendInBackground(deps, { to, text: formatSecurityNotice(studioName, notice) }, notice);
