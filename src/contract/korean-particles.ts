/** Whether the last syllable ends in a consonant: `가` to `힣` have 28 endings each, the first of them none. */
const endsInConsonant = (word: string): boolean =>
  /[가-힣]$/.test(word) && (word.charCodeAt(word.length - 1) - '가'.charCodeAt(0)) % 28 !== 0;

/** The word with 은 or 는. */
export const withTopicParticle = (word: string): string => `${word}${endsInConsonant(word) ? '은' : '는'}`;

/** The word with 을 or 를. */
export const withObjectParticle = (word: string): string => `${word}${endsInConsonant(word) ? '을' : '를'}`;
