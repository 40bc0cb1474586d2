// Cached because creating a segmenter is slow.
let segmenter: Intl.Segmenter | undefined;

/**
 * Replaces all characters of a name but the first and the last by `*`: `남궁사진` → `남**진`. Names of one or two characters become
 * the first character and one `*`. Idempotent. A character is a grapheme cluster.
 */
export const maskName = (name: string): string => {
  segmenter ??= new Intl.Segmenter('ko');
  const characters = [...segmenter.segment(name)].map(({ segment }) => segment);
  const [first = '', ...rest] = characters;
  if (rest.length <= 1) return first === '' ? '' : `${first}*`;
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`;
};
