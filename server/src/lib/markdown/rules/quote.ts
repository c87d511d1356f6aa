/** Quotations with `>`: conditions for calling the built-in rule. */
import type { StateBlock } from 'markdown-it';
import { lineAt } from './scan.ts';

/** Limit of examined lines; more empty lines are an empty quotation. */
const furthest = 40;
const empty = /^>\s*$/;

/** A `>` alone is text, unless a line below continues the quotation. */
export function quotesSomething(state: StateBlock, startLine: number, endLine: number): boolean {
  const end = Math.min(endLine, startLine + furthest);
  for (let line = startLine; line < end; line++) {
    const text = lineAt(state, line);
    if (!text.startsWith('>')) return false;
    if (!empty.test(text)) return true;
  }
  return end < endLine;
}
