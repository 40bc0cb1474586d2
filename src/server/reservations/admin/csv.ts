/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

// Includes the full-width forms, which some spreadsheets read alike.
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Escapes formulas, as OWASP advises against CSV injection. */
const escapeFormula = (value: string): string => (STARTS_FORMULA.test(value) ? `'${value}` : value);

const quote = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** RFC 4180. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK +
  rows.map((cells) => `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`).join('');
