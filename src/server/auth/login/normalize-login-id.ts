/**
 * What makes two login ids the same: NFKC and case folding. Upper case comes first because it opens what lower case
 * leaves apart (ß and SS, the Greek final sigma).
 */
export const normalizeLoginId = (loginId: string): string =>
  loginId.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
