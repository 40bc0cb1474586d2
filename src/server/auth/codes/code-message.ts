/** What one text message holds; a longer one costs as a long message. */
export const MAX_SMS_BYTES = 90;

/** In EUC-KR: one byte for ASCII, two for all else. */
export const countSmsBytes = (text: string): number =>
  [...text].reduce((bytes, character) => bytes + (character <= '\u007f' ? 1 : 2), 0);

export const truncateToSmsBytes = (text: string, max: number): string => {
  let cut = [...text];
  while (countSmsBytes(cut.join('')) > max) cut = cut.slice(0, -1);
  return cut.join('').trimEnd();
};

interface CodeMessage {
  readonly studioName: string;
  /** The site's origin. */
  readonly publicUrl: string;
  readonly code: string;
}

/** So much of the studio's name is always left: three syllables. */
const MIN_NAME_BYTES = 6;

/** The text that carries a code. Its last line, by which phones offer to fill it in (web OTP), shortens the name. */
export const formatCodeMessage = ({ studioName, publicUrl, code }: CodeMessage): string => {
  const notice = `인증번호 ${code} 타인에게 알려주지 마세요`;
  const fillIn = `\n@${new URL(publicUrl).hostname} #${code}`;
  const room = MAX_SMS_BYTES - countSmsBytes(`[] ${notice}`);
  const roomBeforeFillIn = room - countSmsBytes(fillIn);
  // A host so long that the sender could not be told any more goes without.
  return roomBeforeFillIn >= MIN_NAME_BYTES
    ? `[${truncateToSmsBytes(studioName, roomBeforeFillIn)}] ${notice}${fillIn}`
    : `[${truncateToSmsBytes(studioName, room)}] ${notice}`;
};
