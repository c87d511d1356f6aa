/** Character classes and lines, for several rules. */
import type { StateBlock } from 'markdown-it';

const letterOrDigit = /[\p{L}\p{N}]/u;

/** The first code unit of scripts without spaces between words. */
const firstUnspaced = 0x2e80;

export function isAsciiWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}

/** Whether `pos` is a word boundary: not within a word of a script with spaces. */
export function atWordStart(src: string, pos: number): boolean {
  if (pos === 0) return true;
  const code = src.charCodeAt(pos - 1);
  if (code < 0x80) return !isAsciiWord(code);
  return code >= firstUnspaced || !letterOrDigit.test(src.charAt(pos - 1));
}

const backslash = 0x5c;

/** Whether a reference such as `@**name**` may begin here: not within a word, and not after a backslash. */
export function mayBeginReference(src: string, pos: number): boolean {
  return src.charCodeAt(pos - 1) !== backslash && atWordStart(src, pos);
}

/** A line of a block without its indentation. */
export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
