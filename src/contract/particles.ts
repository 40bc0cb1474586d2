const HANGUL_START = 0xac00;
const HANGUL_END = 0xd7a3;
const FINALS = 28;

/** Whether the last syllable ends in a consonant; a word that does not end in Hangul counts as if it did not. */
const endsInConsonant = (word: string): boolean => {
  const code = word.charCodeAt(word.length - 1);
  return code >= HANGUL_START && code <= HANGUL_END && (code - HANGUL_START) % FINALS !== 0;
};

/** 은 or 는, behind the word. */
export const withTopic = (word: string): string => `${word}${endsInConsonant(word) ? '은' : '는'}`;

/** 을 or 를, behind the word. */
export const withObject = (word: string): string => `${word}${endsInConsonant(word) ? '을' : '를'}`;
