// Created once, because its creation takes longer than masking a list of names.
let segmenter: Intl.Segmenter | undefined;

/** Masks all but the first and last character with stars; names of one or two characters become the first and one star. Idempotent. */
export const maskName = (name: string): string => {
  segmenter ??= new Intl.Segmenter('ko');
  const characters = [...segmenter.segment(name)].map(({ segment }) => segment);
  const [first = '', ...rest] = characters;
  if (rest.length <= 1) return first === '' ? '' : `${first}*`;
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`;
};
