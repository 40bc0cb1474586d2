/** What one text message holds; a longer one costs as a long message. */
export const MAX_SMS_BYTES = 90;

/** In EUC-KR: one byte for ASCII, two for all else. */
export const countSmsBytes = (text: string): number =>
  [...text].reduce((bytes, character) => bytes + (character <= '\u007f' ? 1 : 2), 0);

const cutToBytes = (text: string, max: number): string => {
  let cut = [...text];
  while (countSmsBytes(cut.join('')) > max) cut = cut.slice(0, -1);
  return cut.join('');
};

interface CodeMessage {
  readonly studioName: string;
  /** The site's origin. */
  readonly publicUrl: string;
  readonly code: string;
}

/** The text that carries a code, with the line by which phones offer to fill it in (web OTP) when it fits. */
export const writeCodeMessage = ({ studioName, publicUrl, code }: CodeMessage): string => {
  const notice = `인증번호 ${code} 타인에게 알려주지 마세요`;
  const name = cutToBytes(studioName, MAX_SMS_BYTES - countSmsBytes(`[] ${notice}`));
  const text = `[${name}] ${notice}`;
  const withOrigin = `${text}\n@${new URL(publicUrl).hostname} #${code}`;
  return countSmsBytes(withOrigin) <= MAX_SMS_BYTES ? withOrigin : text;
};
