/** Bytes that fit in one SMS; longer texts would need a long message (LMS). */
export const MAX_SMS_BYTES = 90;

/** Room that a message keeps for the studio's name: three Korean syllables. */
export const MIN_NAME_BYTES = 6;

/** Counts the bytes in EUC-KR: one for ASCII, two for any other character. */
export const countSmsBytes = (text: string): number =>
  [...text].reduce((bytes, character) => bytes + (character <= '\u007f' ? 1 : 2), 0);

export const truncateToSmsBytes = (text: string, max: number): string => {
  let cut = [...text];
  while (countSmsBytes(cut.join('')) > max) cut = cut.slice(0, -1);
  return cut.join('').trimEnd();
};
