/** How each digit from 0 to 9 is read. */
const DIGITS = '영일이삼사오육칠팔구';

/**
 * The number of the final consonant of the last Hangul syllable, digit or Latin letter; other characters are skipped. 0 for none
 * and for Latin letters. Unicode orders the syllables `가`–`힣` in blocks of 28 final consonants, of which the first is "none".
 */
export const finalConsonant = (word: string): number => {
  const last = word.match(/[가-힣\da-z]/gi)?.at(-1) ?? 'a';
  const syllable = DIGITS[Number(last)] ?? last;
  return syllable < '가' ? 0 : (syllable.charCodeAt(0) - '가'.charCodeAt(0)) % 28;
};

/** Appends the topic particle 은 or 는. */
export const withTopicParticle = (word: string): string =>
  `${word}${finalConsonant(word) === 0 ? '는' : '은'}`;

/** Appends the subject particle 이 or 가. */
export const withSubjectParticle = (word: string): string =>
  `${word}${finalConsonant(word) === 0 ? '가' : '이'}`;

/** Appends the object particle 을 or 를. */
export const withObjectParticle = (word: string): string =>
  `${word}${finalConsonant(word) === 0 ? '를' : '을'}`;
