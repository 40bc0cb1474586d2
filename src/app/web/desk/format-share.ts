/** Fewer cases than this say too little for a percentage. */
const MIN_CASES = 10;

/** `37%`, or `3/8` for few cases. */
export const formatShare = (part: number, total: number): string =>
  total < MIN_CASES ? `${part}/${total}` : `${Math.round((part / total) * 100)}%`;
