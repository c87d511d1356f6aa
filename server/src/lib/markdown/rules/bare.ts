/** Block markers without content are text, because an empty block would hide them. */
import type { StateBlock } from 'markdown-it';
import { lineAt } from './scan.ts';

/** Lines that are examined for content of a list. */
const furthest = 40;

const marker = /^(?:[-*+]|\d{1,9}[.)])/;
const bareMarker = /^(?:[-*+]|\d{1,9}[.)])[ \t]*$/;
const item = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** No two quantifiers for spaces in a row, which would take quadratic time. */
const bareHeading = /^#{1,6}(?:[ \t]+(?:#+[ \t]*)?)?$/;

export function titlesSomething(state: StateBlock, line: number): boolean {
  return !bareHeading.test(lineAt(state, line));
}

/** Whether the list that starts here has a non-empty item. */
export function listsSomething(state: StateBlock, startLine: number, endLine: number): boolean {
  const first = lineAt(state, startLine);
  if (!marker.test(first) || !bareMarker.test(first)) return true;
  const indent = state.sCount[startLine] ?? 0;
  const end = Math.min(endLine, startLine + furthest);
  for (let line = startLine + 1; line < end; line++) {
    if (state.isEmpty(line)) continue;
    const text = lineAt(state, line);
    if (bareMarker.test(text)) continue;
    return item.test(text) || (state.sCount[line] ?? 0) >= indent + 2;
  }
  return false;
}
