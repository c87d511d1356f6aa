/** The table of docs/counterparts.md: a row for each counterpart, of its last run. */
import type { CheckResult } from './frame.ts';

export interface Row {
  title: string;
  version: string;
  results: readonly CheckResult[];
  seconds: number;
}

const start = '<!-- results: written by npm run counterparts -->';
const end = '<!-- end of results -->';

/** Rows of counterparts that were not run stay as they are. */
export function updatePage(page: string, rows: readonly Row[], now: Date): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/counterparts.md has no place for the results: ${start} … ${end}`);
  const kept = page
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| product |'));
  const byTitle = new Map(kept.map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]));
  for (const row of rows) byTitle.set(row.title, describe(row, now));
  const lines = [
    '| product | version | run on | what holds |',
    '|---|---|---|---|',
    ...[...byTitle.values()].toSorted(),
  ];
  return `${page.slice(0, from)}${start}\n\n${lines.join('\n')}\n\n${page.slice(to)}`;
}

function describe({ title, version, results }: Row, now: Date): string {
  const date = now.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const failed = results.filter(({ failure }) => failure !== undefined).map(({ sentence }) => sentence);
  const passed = results.filter(({ failure }) => failure === undefined).map(({ sentence }) => sentence);
  const text = passed.join('. ') + (failed.length > 0 ? `. **Does not hold**: ${failed.join('. ')}` : '');
  return `| ${title} | ${version} | ${date} | ${text.replaceAll('|', '\\|')}. |`;
}
