/** Quotations of lines that begin with `>`: what the built-in rule is asked about. */
import type { StateBlock } from 'markdown-it';

/** Lines to look at; a text of more empty ones is a quotation of nothing. */
const furthest = 40;
const empty = /^>\s*$/;

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}

/** A `>` on its own is a sign that someone typed, unless a line below it belongs to the quotation. */
export function quotesSomething(state: StateBlock, startLine: number, endLine: number): boolean {
  const end = Math.min(endLine, startLine + furthest);
  for (let line = startLine; line < end; line++) {
    const text = lineAt(state, line);
    if (!text.startsWith('>')) return false;
    if (!empty.test(text)) return true;
  }
  return end < endLine;
}
