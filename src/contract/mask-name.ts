// Created once: that takes longer than masking a list of names.
let segmenter: Intl.Segmenter | undefined;

/** Keeps the first and last character, with stars between; of one or two characters the first and one star. Idempotent. */
export const maskName = (name: string): string => {
  segmenter ??= new Intl.Segmenter('ko');
  const characters = [...segmenter.segment(name)].map(({ segment }) => segment);
  const [first = '', ...rest] = characters;
  if (rest.length <= 1) return first === '' ? '' : `${first}*`;
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`;
};
