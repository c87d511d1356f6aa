/** Tables: rows of cells separated by pipes, the second row consisting of dashes. A pipe in code is part of its cell. */
import type { StateBlock } from 'markdown-it';
import { backtickRuns, skipCode } from './brackets.ts';
import { lineAt } from './scan.ts';

const backtick = 0x60;
const backslash = 0x5c;
const pipe = 0x7c;

const dashes = /^[|:-][|:\s-][|:\s-]*$/;
const column = /^:?-+:?$/;

function isIndented(state: StateBlock, line: number): boolean {
  const indent = state.sCount[line] ?? 0;
  return indent < state.blkIndent || indent - state.blkIndent >= 4;
}

/** Cells without the surrounding pipes; `\|` is a literal pipe. */
function getCells(row: string): string[] {
  const cells: string[] = [];
  const runs = backtickRuns(row);
  let start = 0;
  for (let pos = 0; pos < row.length; pos++) {
    const code = row.charCodeAt(pos);
    if (code === backtick) {
      pos = skipCode(row, pos, runs) - 1;
    } else if (code === pipe && row.charCodeAt(pos - 1) !== backslash) {
      cells.push(row.slice(start, pos));
      start = pos + 1;
    }
  }
  cells.push(row.slice(start));
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** The style of each column, or undefined for an invalid delimiter row. */
function getColumns(line: string): string[] | undefined {
  if (!dashes.test(line) || /^-\s/.test(line)) return undefined;
  const parts = line.split('|').map((part) => part.trim());
  if (parts[0] === '') parts.shift();
  if (parts.at(-1) === '') parts.pop();
  return parts.every((part) => column.test(part)) ? parts.map(getSide) : undefined;
}

function getSide(part: string): string {
  if (part.endsWith(':')) return part.startsWith(':') ? 'center' : 'right';
  return part.startsWith(':') ? 'left' : '';
}

/** Pads or truncates a row to the length of the header: extra cells are joined to the last one. */
function fitted(cells: string[], count: number): string[] {
  const last = cells.slice(count - 1);
  while (last.length > 1 && last.at(-1) === '') last.pop();
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? cells[i] : last.join(' | ')) ?? '');
}

function pushRow(state: StateBlock, tag: 'th' | 'td', cells: readonly string[], sides: readonly string[]) {
  state.push('tr_open', 'tr', 1);
  for (const [i, cell] of cells.entries()) {
    const open = state.push(`${tag}_open`, tag, 1);
    if (sides[i]) open.attrs = [['style', `text-align:${sides[i]}`]];
    const inline = state.push('inline', '', 0);
    inline.content = cell;
    inline.children = [];
    state.push(`${tag}_close`, tag, -1);
  }
  state.push('tr_close', 'tr', -1);
}

function endsTable(state: StateBlock, line: number, endLine: number): boolean {
  if (isIndented(state, line) || state.isEmpty(line)) return true;
  return state.md.block.ruler.getRules('blockquote').some((rule) => rule(state, line, endLine, true));
}

function pushBody(state: StateBlock, start: number, endLine: number, sides: readonly string[]): number {
  let line = start;
  for (; line < endLine && !endsTable(state, line, endLine); line++) {
    if (line === start) state.push('tbody_open', 'tbody', 1);
    pushRow(state, 'td', fitted(getCells(lineAt(state, line).trim()), sides.length), sides);
  }
  if (line > start) state.push('tbody_close', 'tbody', -1);
  return line;
}

export function table(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const below = startLine + 1;
  if (below >= endLine || isIndented(state, below) || isIndented(state, startLine)) return false;
  const sides = getColumns(lineAt(state, below).trim());
  const row = sides && lineAt(state, startLine).trim();
  if (!row?.includes('|')) return false;
  const head = getCells(row);
  if (head.length === 0 || head.length !== sides?.length) return false;
  if (silent) return true;
  const { parentType } = state;
  state.parentType = 'table';
  state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  pushRow(state, 'th', head, sides);
  state.push('thead_close', 'thead', -1);
  state.line = pushBody(state, below + 1, endLine, sides);
  state.push('table_close', 'table', -1);
  state.parentType = parentType;
  return true;
}
