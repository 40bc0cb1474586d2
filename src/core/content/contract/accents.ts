/** The tones of the accent colour, by name. `tokens.css` has the colours of each but the default as `.accent-<name>`. */
export const accentLabels = {
  default: '적갈색 (기본)',
  ink: '먹색',
  indigo: '쪽빛',
  celadon: '청자색',
  pine: '솔빛',
  olive: '올리브색',
  wine: '와인색',
  plum: '자두색',
} as const;
