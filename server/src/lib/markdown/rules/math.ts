/** `$$x^2$$`: a formula in the text. */
import type { StateInline } from 'markdown-it';
import { texError, texHtml } from '../math/math.ts';
import { pushHtml, getScope } from '../scope.ts';
import { isAsciiWord } from './scan.ts';

const syntax = /\$\$((?![_\n$])(?:\\\$|[^$\n])+)\$\$(?![\w$])/y;
const dollar = 0x24;

export function math(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const before = src.charCodeAt(pos - 1);
  if (before === dollar || isAsciiWord(before)) return false;
  syntax.lastIndex = pos;
  const match = syntax.exec(src);
  if (!match || pos + match[0].length > posMax) return false;
  if (!silent) pushHtml(state, texHtml(match[1] ?? '', getScope(state)) ?? texError(match[0]));
  state.pos += match[0].length;
  return true;
}
