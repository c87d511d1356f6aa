/**
 * Blocks between fences of three or more backticks or tildes. The info string defines the kind of the block:
 * `quote` and `spoiler` contain Markdown, `math` formulas, anything else is code in that language. The
 * closing fence equals the opening one; if it is missing, the block extends to the end.
 */
import type { StateBlock } from 'markdown-it';
import { isLanguage } from '../code/code.ts';
import { getScope, type Scope } from '../scope.ts';
import { lineAt } from './scan.ts';

interface Fence {
  /** The run of backticks or tildes. */
  marker: string;
  /** The first word of the info string, as typed. */
  language: string;
  /** The rest of the info string; the title of a spoiler. */
  header: string;
  /** The whole info string. */
  typed: string;
}

const opening = /^(`{3,}|~{3,})([^`~]*)$/;
/** Always matches, so that it takes linear time. */
const languageAtStart = /^ *(?:\{?\.?([A-Za-z0-9_+\-./#]+) *)?/;

function readFence(line: string): Fence | undefined {
  const match = opening.exec(line);
  if (!match) return undefined;
  const [, marker = '', info = ''] = match;
  const [start = '', language = ''] = languageAtStart.exec(info) ?? [];
  const header = info.slice(start.length).trimEnd().replace(/\}$/, '');
  return { marker, language, header, typed: info.trim() };
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

function isContainer(fence: Fence): boolean {
  const kind = fence.language.toLowerCase();
  return kind === 'quote' || kind === 'quoted' || kind === 'spoiler';
}

/** The line that closes a code block, or the end. */
function endOfCode(state: StateBlock, fence: Fence, start: number, endLine: number): number {
  for (let line = start; line < endLine; line++) {
    if (leavesContainer(state, line)) return line;
    if (lineAt(state, line).trimEnd() === fence.marker && !isIndentedCode(state, line)) return line;
  }
  return endLine;
}

/** In a list or quotation the block ends where the indentation decreases. */
function leavesContainer(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent;
}

/**
 * The line that closes a quotation or spoiler: nested fences are matched first, so that they may be equally short. A fence that
 * nothing closes would turn all that follows into code; if it fits a block around the innermost one, it closes that.
 */
function endOfContainer(state: StateBlock, fence: Fence, start: number, endLine: number): number {
  const open = [fence];
  for (let line = start; line < endLine; line++) {
    if (leavesContainer(state, line)) return line;
    const found = isIndentedCode(state, line) ? undefined : readFence(lineAt(state, line));
    if (!found) continue;
    const { marker } = found;
    const innermost = open.at(-1);
    const isBare = found.language === '' && found.header === '';
    const isClosing =
      isBare &&
      (marker === innermost?.marker || (holdsBlocks(innermost) && !isClosed(state, found, line, endLine)));
    const closed = isClosing ? open.findLastIndex((one) => one.marker === marker) : -1;
    if (closed === 0) return line;
    if (closed > 0) open.length = closed;
    else if (holdsBlocks(innermost)) open.push(found);
  }
  return endLine;
}

/** Whether fences within this block begin blocks of their own. */
const holdsBlocks = (innermost: Fence | undefined): boolean =>
  innermost !== undefined && isContainer(innermost);

function isClosed(state: StateBlock, { marker }: Fence, line: number, endLine: number): boolean {
  for (let later = line + 1; later < endLine; later++)
    if (lineAt(state, later).trimEnd() === marker && !isIndentedCode(state, later)) return true;
  return false;
}

function pushCode(state: StateBlock, fence: Fence, startLine: number, end: number): void {
  const isMath = fence.language.toLowerCase() === 'math';
  const content = state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  if (saysMore(fence, content, getScope(state))) pushCaption(state, fence.typed);
  const token = state.push(isMath ? 'math_block' : 'code_block', 'code', 0);
  token.info = fence.language || (getScope(state).options.defaultCodeLanguage ?? '');
  token.content = content;
}

/** Whether the info string contains more than a language: an unknown word may be all that was typed. */
function saysMore({ header, language }: Fence, content: string, scope: Scope): boolean {
  return header.trim() !== '' || (content.trim() === '' && language !== '' && !isLanguage(language, scope));
}

/** The info string as text. */
function pushCaption(state: StateBlock, typed: string): void {
  state.push('paragraph_open', 'p', 1);
  const text = new state.Token('text', '', 0);
  text.content = typed;
  const inline = state.push('inline', '', 0);
  inline.children = [text];
  state.push('paragraph_close', 'p', -1);
}

function pushContainer(state: StateBlock, fence: Fence, startLine: number, end: number): void {
  const isSpoiler = fence.language.toLowerCase() === 'spoiler';
  if (isSpoiler) {
    state.push('spoiler_open', 'div', 1);
    pushTitle(state, fence.header.trim());
    state.push('spoiler_content', 'div', 0);
  } else {
    state.push('blockquote_open', 'blockquote', 1);
    pushTitle(state, fence.header.trim());
  }
  const { lineMax, parentType } = state;
  state.lineMax = end;
  state.parentType = 'blockquote';
  state.md.block.tokenize(state, startLine + 1, end);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push(isSpoiler ? 'spoiler_close' : 'blockquote_close', isSpoiler ? 'div' : 'blockquote', -1);
}

function pushTitle(state: StateBlock, title: string): void {
  if (title === '') return;
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = title;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
}

export function fence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const first = state.src.charCodeAt((state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0));
  if (first !== 0x60 && first !== 0x7e) return false;
  const found = readFence(lineAt(state, startLine));
  if (!found) return false;
  if (silent) return true;
  const container = isContainer(found);
  const end = (container ? endOfContainer : endOfCode)(state, found, startLine + 1, endLine);
  (container ? pushContainer : pushCode)(state, found, startLine, end);
  state.line = end < endLine && !leavesContainer(state, end) ? end + 1 : end;
  return true;
}
