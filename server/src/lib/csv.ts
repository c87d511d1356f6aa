/** Writes rows of comma-separated values (RFC 4180) that spreadsheets open as text and never as formulas. */

/**
 * Spreadsheets evaluate cells that begin like this; some also accept full-width forms and leading blanks. Where a semicolon, a tab or a
 * line separates cells, as a spreadsheet in German takes it, cells begin inside of ours too. Blanks are looked at up to the next
 * separator only, since at each one the search begins again.
 */
const formula = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["\u200b\ufeff])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;
const separator = /^[\t\r\n]/u;

/** Makes spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF';

export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(formula, "$1'").replaceAll('"', '""');
  return `"${separator.test(value) ? "'" : ''}${text}"`;
}
