/** A processor of personal data, as the privacy policy must list it (개인정보 보호법 제26조). */
export interface DataProcessor {
  readonly name: string;
  readonly work: string;
  readonly period: string;
  /** Present for processors outside Korea. */
  readonly abroad?: { readonly country: string; readonly contact: string };
}

/** Parses `수탁자 | 위탁 업무 | 기간`, with `| 국가 | 연락처` for a processor abroad; null for any other form. */
export const parseProcessor = (line: string): DataProcessor | null => {
  const parts = line.split('|').map((part) => part.trim());
  if ((parts.length !== 3 && parts.length !== 5) || parts.includes('')) return null;
  const [name = '', work = '', period = '', country, contact] = parts;
  return {
    name,
    work,
    period,
    ...(country !== undefined && contact !== undefined ? { abroad: { country, contact } } : {}),
  };
};
