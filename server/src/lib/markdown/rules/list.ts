/** Extensions of lists beyond CommonMark; the built-in rule parses them. */
import type { StateBlock, Token } from 'markdown-it';
import { getScope } from '../scope.ts';

const oneDigit = /^\d\.[ \t]+\S/;
const numbered = /^\d{1,9}[.)](?=[ \t]|$)/;
const item = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

function lineStart(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, Math.min(start + 12, state.eMarks[line] ?? start));
}

function getIndent(state: StateBlock, line: number): number {
  return state.sCount[line] ?? 0;
}

/** A numbered list may directly follow a line of text, with any one-digit first number. */
export function hangingList(
  state: StateBlock,
  startLine: number,
  _endLine: number,
  silent: boolean,
): boolean {
  return (
    silent && getIndent(state, startLine) >= state.blkIndent && oneDigit.test(lineStart(state, startLine))
  );
}

/**
 * Two spaces are sufficient to nest a list in a numbered item, whose text is indented more. Such lines, and the
 * rest of the item, are indented as the built-in rule expects, once per list.
 */
export function shallowNesting(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const base = getIndent(state, startLine);
  if (silent || base - state.blkIndent >= 4 || !numbered.test(lineStart(state, startLine))) return false;
  const { moved } = getScope(state);
  const done = moved.get(state.level);
  if (done?.base === base && startLine < done.end) return false;
  moved.set(state.level, { base, end: moveNested(state, startLine, endLine, base) });
  return false;
}

/** @returns the line at which the list ends. */
function moveNested(state: StateBlock, startLine: number, endLine: number, base: number): number {
  let width = 0;
  let shift = 0;
  for (let line = startLine; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    const indent = getIndent(state, line) - base;
    const start = lineStart(state, line);
    if (indent < 2) {
      const marker = indent < 0 ? undefined : numbered.exec(start);
      if (!marker) return line;
      width = indent + marker[0].length + 1;
      shift = 0;
      continue;
    }
    if (shift === 0 && indent < width && item.test(start)) shift = width - indent;
    state.sCount[line] = getIndent(state, line) + shift;
  }
  return endLine;
}

/** Bullets of another kind continue the list. */
export function mergeLists(tokens: Token[]): Token[] {
  const merged: Token[] = [];
  for (const token of tokens) {
    const before = merged.at(-1);
    if (token.type === 'bullet_list_open' && before?.type === 'bullet_list_close') merged.pop();
    else merged.push(token);
  }
  return merged;
}
