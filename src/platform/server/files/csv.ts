/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

// Includes full-width forms, which some spreadsheets treat alike.
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Escapes formulas, as OWASP recommends against CSV injection. */
const escapeFormula = (value: string): string => (STARTS_FORMULA.test(value) ? `'${value}` : value);

const quote = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** Formats rows as CSV (RFC 4180). */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK +
  rows.map((cells) => `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`).join('');
