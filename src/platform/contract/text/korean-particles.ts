/** The digits as they are read. */
const DIGITS = '영일이삼사오육칠팔구';

const RIEUL = '일'.charCodeAt(0) - '이'.charCodeAt(0);

/**
 * The number of the final consonant of the last Hangul syllable or digit, not counting brackets and quotes after it; 0 for none
 * and for Latin letters. Unicode orders the syllables `가`–`힣` in blocks of 28 final consonants, of which the first is "none".
 */
const finalConsonant = (word: string): number => {
  // A time of day ends in `시` or `분` when it is read.
  const read = word.replace(/:00$/, '시').replace(/:\d\d$/, '분');
  const last = read.match(/[가-힣\da-z]/gi)?.at(-1) ?? '';
  const syllable = /\d/.test(last) ? DIGITS.charAt(Number(last)) : last;
  return /[가-힣]/.test(syllable) ? (syllable.charCodeAt(0) - '가'.charCodeAt(0)) % 28 : 0;
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

/** Appends the direction particle 로 or 으로. */
export const withDirectionParticle = (word: string): string =>
  `${word}${[0, RIEUL].includes(finalConsonant(word)) ? '로' : '으로'}`;

/** Replaces each `(으)로` of a text by the particle that fits the word before it. */
export const chooseDirectionParticles = (text: string): string =>
  text.split('(으)로').reduce((before, after) => `${withDirectionParticle(before)}${after}`);
