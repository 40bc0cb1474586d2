/**
 * Returns the key by which login ids are compared: NFKC and case folding. Converting to upper case first makes pairs equal that
 * lower case keeps apart (ß and SS, the Greek final sigma).
 */
export const normalizeLoginId = (loginId: string): string =>
  loginId.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
