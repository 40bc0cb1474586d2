/**
 * Whether the last Hangul syllable ends in a consonant. Unicode orders the syllables `가`–`힣` in blocks of 28 final consonants,
 * of which the first is "none".
 */
const endsInConsonant = (word: string): boolean =>
  /[가-힣]$/.test(word) && (word.charCodeAt(word.length - 1) - '가'.charCodeAt(0)) % 28 !== 0;

/** Appends the topic particle 은 or 는. */
export const withTopicParticle = (word: string): string => `${word}${endsInConsonant(word) ? '은' : '는'}`;

/** Appends the subject particle 이 or 가. */
export const withSubjectParticle = (word: string): string => `${word}${endsInConsonant(word) ? '이' : '가'}`;

/** Appends the object particle 을 or 를. */
export const withObjectParticle = (word: string): string => `${word}${endsInConsonant(word) ? '을' : '를'}`;
