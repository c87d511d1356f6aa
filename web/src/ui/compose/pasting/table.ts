import { onOneLine, type Look } from './runs.ts';

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

// How HTML elements format their text: by their name or inline style.

const boldTags = new Set(['b', 'strong']);
const italicTags = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const strikeTags = new Set(['s', 'strike', 'del']);
const codeTags = new Set(['code', 'tt', 'kbd', 'samp']);

/** Elements without text. */
const unseen = new Set(
  'head style script noscript template title meta link svg math iframe object embed canvas audio video button select textarea'.split(
    ' ',
  ),
);

const preWhiteSpace = /^(?:pre|pre-wrap|break-spaces)$/;
const fixedWidth = /\b(?:monospace|courier(?: new)?|consolas|menlo|monaco|roboto mono|source code pro)\b/i;

/** Reads one property of the `style` attribute, since browsers drop properties that they do not know. */
export const getStyle = (element: Element, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, 'i')
    .exec(element.getAttribute('style') ?? '')?.[1]
    ?.trim();

/** Includes the time next to each message of this page. */
export const isUnseen = (element: Element): boolean =>
  unseen.has(element.localName) ||
  element.classList.contains('message-time') ||
  getStyle(element, 'display') === 'none' ||
  element.hasAttribute('hidden');

/** @returns the format of the text inside */
export function readLook(element: Element, outer: Look): Look {
  const look = { ...outer };
  const tag = element.localName;
  const weight = getStyle(element, 'font-weight');
  // Google Docs wraps everything in a `b` of normal weight.
  if (weight !== undefined) look.bold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
  else if (boldTags.has(tag)) look.bold = true;
  const slant = getStyle(element, 'font-style');
  if (slant !== undefined) look.italic = slant === 'italic' || slant.startsWith('oblique');
  else if (italicTags.has(tag)) look.italic = true;
  const lines = getStyle(element, 'text-decoration(?:-line)?');
  if (strikeTags.has(tag) || lines?.includes('line-through') === true) look.strike = true;
  if (codeTags.has(tag) || (tag === 'span' && fixedWidth.test(getStyle(element, 'font-family') ?? '')))
    look.code = true;
  const space = getStyle(element, 'white-space');
  if (space !== undefined) look.isPre = preWhiteSpace.test(space);
  if (tag === 'a') {
    look.href = safeHref(element.getAttribute('href')) ?? outer.href;
    look.isPictured = look.href !== undefined && element.textContent.trim() === '';
  }
  return look;
}

/** Absolute URLs that do not depend on the source page. */
function safeHref(href: string | null): string | undefined {
  try {
    const url = new URL(href ?? '');
    return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
