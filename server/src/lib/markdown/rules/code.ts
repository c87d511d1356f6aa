/** Code spans between equal runs of backticks. Spaces at their ends are kept. */
import type { StateInline } from 'markdown-it';
import { getScope } from '../scope.ts';
import { backtickRuns, isEscaped } from './brackets.ts';

const backtick = 0x60;

/** The first of the sorted `positions` after `pos`. */
function firstBehind(positions: readonly number[], pos: number): number | undefined {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) > pos) high = middle;
    else low = middle + 1;
  }
  return positions[low];
}

export function inlineCode(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== backtick) return false;
  if (isEscaped(src, pos)) {
    if (!silent) state.pending += '`';
    state.pos++;
    return true;
  }
  let start = pos;
  while (start < posMax && src.charCodeAt(start) === backtick) start++;
  const scope = getScope(state);
  if (scope.backticks?.src !== src) scope.backticks = { src, runs: backtickRuns(src) };
  const end = firstBehind(scope.backticks.runs.get(start - pos) ?? [], pos);
  const close = end === undefined ? posMax : end + start - pos;
  if (end === undefined || close > posMax) {
    if (!silent) state.pending += src.slice(pos, start);
    state.pos = start;
    return true;
  }
  if (!silent) state.push('code_inline', 'code', 0).content = src.slice(start, end).replaceAll('\n', ' ');
  state.pos = close;
  return true;
}
