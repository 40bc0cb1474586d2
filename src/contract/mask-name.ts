// Making one takes longer than a list of names takes it.
let segmenter: Intl.Segmenter | undefined;

/**
 * First and last character kept, stars between; of two characters the first and one star. A single character is all
 * there is to show, so it becomes a star beside it. Masking a masked name changes nothing.
 */
export const maskName = (name: string): string => {
  segmenter ??= new Intl.Segmenter('ko');
  const characters = [...segmenter.segment(name)].map(({ segment }) => segment);
  const [first = '', ...rest] = characters;
  if (rest.length === 0) return first === '' ? '' : `${first}*`;
  if (rest.length === 1) return `${first}*`;
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`;
};
