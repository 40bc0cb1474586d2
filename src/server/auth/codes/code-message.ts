import { countSmsBytes, MAX_SMS_BYTES, truncateToSmsBytes } from '#server/ports/sms/sms-length.ts';

interface CodeMessage {
  readonly studioName: string;
  /** The site's origin. */
  readonly publicUrl: string;
  readonly code: string;
}

/** At least three syllables of the studio's name are kept. */
const MIN_NAME_BYTES = 6;

/** Formats the SMS with a verification code. The last line lets phones fill in the code (web OTP); the studio's name is shortened to make room. */
export const formatCodeMessage = ({ studioName, publicUrl, code }: CodeMessage): string => {
  const notice = `인증번호 ${code} 타인에게 알려주지 마세요`;
  const fillIn = `\n@${new URL(publicUrl).hostname} #${code}`;
  const room = MAX_SMS_BYTES - countSmsBytes(`[] ${notice}`);
  const roomBeforeFillIn = room - countSmsBytes(fillIn);
  // A very long host gets no web OTP line: the studio's name would not fit.
  return roomBeforeFillIn >= MIN_NAME_BYTES
    ? `[${truncateToSmsBytes(studioName, roomBeforeFillIn)}] ${notice}${fillIn}`
    : `[${truncateToSmsBytes(studioName, room)}] ${notice}`;
};
