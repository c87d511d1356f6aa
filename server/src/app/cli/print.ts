/** Formats results as text, rows in columns or one field per line, and writes them. */
import { withVisibleControls } from '../../lib/text.ts';
import { errorCode } from '../../lib/thrown.ts';
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

/** What commands write: texts of others are in it, from names of files in an export to responses of other servers. */
export const writeOut = (text: string): void => void process.stdout.write(withVisibleControls(text));

/** To standard error. */
export const writeAside = (text: string): void => void process.stderr.write(withVisibleControls(text));

/**
 * A reader that has seen enough, such as `head`, closes the pipe, and a terminal can be hung up. What is written then is lost, but not the
 * work: neither a server nor a backup ends because nobody reads its output.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') process.exitCode = 1;
    });
}
