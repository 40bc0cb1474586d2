/** Formats the 9 to 11 digits of a Korean phone number that starts with 0 with hyphens; leaves other texts as they are. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(02|0[0-9]{2})([0-9]{3,4})([0-9]{4})$/, '$1-$2-$3');
