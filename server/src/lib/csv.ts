/** Rows of comma-separated values (RFC 4180) that a spreadsheet opens as text and never as formulas. */

/** Spreadsheets run a cell that begins so; full-width forms and leading blanks are no obstacle to some of them. */
const formula = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Spreadsheets take a file for UTF-8 by it. */
export const byteOrderMark = '\uFEFF';

export const csvRow = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}
