import { getStyle } from './looks.ts';
import { onOneLine } from './runs.ts';

const most = { columns: 30, rows: 500 } as const;

/** Elements that a cell of a Markdown table cannot contain. */
const tooMuch = 'table, ul, ol, pre, blockquote, h1, h2, h3, hr';

/**
 * @param render the Markdown of a cell
 * @returns undefined for a layout table
 */
export function renderTable(table: Element, render: (cell: Element) => string): string | undefined {
  if (table.querySelector(tooMuch) !== null || table.getAttribute('role') === 'presentation')
    return undefined;
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children]);
  const width = Math.max(0, ...rows.map(countColumns));
  if (rows.length < 2 || width < 2 || width > most.columns || rows.length > most.rows) return undefined;
  const lines = rows.map((cells) =>
    toLine(
      cells.flatMap((cell) => withSpan(cell, toCell(cell, render))),
      width,
    ),
  );
  const [head = '', ...body] = lines;
  return [
    head,
    toLine(rows[0]?.flatMap((cell) => withSpan(cell, toDashes(cell))) ?? [], width, '---'),
    ...body,
  ].join('\n');
}

const getSpan = (cell: Element): number =>
  Math.min(most.columns, Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1));

const countColumns = (cells: readonly Element[]): number =>
  cells.reduce((sum, cell) => sum + getSpan(cell), 0);

const withSpan = (cell: Element, text: string): string[] => [
  text,
  ...Array.from({ length: getSpan(cell) - 1 }, () => (/^:?-+:?$/.test(text) ? text : '')),
];

function toCell(cell: Element, render: (cell: Element) => string): string {
  const text = onOneLine(render(cell)).replaceAll('|', '\\|');
  return cell.localName === 'th' ? text.replace(/^\*\*(.*)\*\*$/, '$1') : text;
}

function toDashes(cell: Element): string {
  const side = getStyle(cell, 'text-align') ?? cell.getAttribute('align');
  if (side === 'right' || side === 'end') return '---:';
  return side === 'center' && cell.localName !== 'th' ? ':---:' : '---';
}

function toLine(cells: readonly string[], width: number, filler = ''): string {
  const all = Array.from({ length: width }, (_, index) => cells[index] ?? filler);
  return `| ${all.join(' | ')} |`;
}
