/** Adds hyphens to a Korean phone number of 10 or 11 digits that start with 0, or 9 that start with 02; leaves other texts as they are. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(02|0[0-9]{2})([0-9]{3,4})([0-9]{4})$/, '$1-$2-$3');
