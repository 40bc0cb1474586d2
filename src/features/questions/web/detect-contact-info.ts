// Common Korean phone numbers as people write them, with a leading 0 or the country code.
const PHONE =
  /(?<!\d)(?:\+?82[-.\s]*\(?0?|\(?0)(?:1[016789]|2|[3-6][1-5]|70|50\d)\)?[-.\s]*\d{3,4}[-.\s]*\d{4}(?!\d)/u;
const E_MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})*\.\p{L}{2,}/u;

/**
 * True when a text seems to contain a phone number or an e-mail address. A heuristic for a warning, not for rejecting input.
 */
export const containsContactInfo = (text: string): boolean => {
  const plain = text.normalize('NFKC');
  return PHONE.test(plain) || E_MAIL.test(plain);
};
