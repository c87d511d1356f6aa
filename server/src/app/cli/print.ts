/** Formats results as text, rows in columns or one field per line, and writes them. */
import type { Result } from './admin-command.ts';

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const words = (key: string): string => key.replaceAll('_', ' ');

const widest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));

/** Columns with the keys of the first row as headings. */
export function table(rows: readonly Result[]): string {
  const [first] = rows;
  if (!first) return 'None.';
  const columns = Object.keys(first).map((key) => [words(key), ...rows.map((row) => shown(row[key]))]);
  const widths = columns.map(widest);
  const lines = [first, ...rows].map((_row, line) =>
    columns
      .map((column, index) => (column[line] ?? '').padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

/** One field per line. */
export function list(facts: Result): string {
  const width = widest(Object.keys(facts));
  return Object.entries(facts)
    .map(([key, value]) => `${words(key).padEnd(width)}  ${shown(value)}`)
    .join('\n');
}

/**
 * What commands write. Texts of others are in it, from names of files in an export to responses of other servers, and a terminal
 * would take control characters in them for orders: to clear what was written, or to fill the clipboard.
 */
const control = /(?![\t\n])\p{Cc}/gu;

/** Control characters other than tabs and line breaks become escapes, which JSON has as well. */
export const withVisibleControls = (text: string): string =>
  text.replace(control, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const writeOut = (text: string): void => void process.stdout.write(withVisibleControls(text));

/** To standard error. */
export const writeAside = (text: string): void => void process.stderr.write(withVisibleControls(text));
