/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

// Also in the full width of East Asian keyboards, which some spreadsheets read as the same.
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Text that a spreadsheet would run as a formula is shown as text: OWASP's advice against CSV injection. */
const disarm = (value: string): string => (STARTS_FORMULA.test(value) ? `'${value}` : value);

const quote = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** A table as RFC 4180 writes it, for spreadsheets. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((cells) => `${cells.map((cell) => quote(disarm(cell))).join(',')}\r\n`).join('');
