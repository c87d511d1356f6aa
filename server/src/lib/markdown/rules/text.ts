/** Runs of characters without significance. */
import type { StateInline } from 'markdown-it';
import { isAsciiWord } from './scan.ts';

const meaningful = new Uint8Array(128);
for (const c of '\n#&*:<@[]`~') meaningful[c.charCodeAt(0)] = 1;
for (const c of '.$!') meaningful[c.charCodeAt(0)] = 2;

const dot = 0x2e;
const dollar = 0x24;
const exclamation = 0x21;
const bracket = 0x5b;

/** Code units that may start an emoji. Keycaps are found from the mark at their end. */
export function mayBeEmoji(code: number): boolean {
  if (code >= 0xd83c && code <= 0xd83e) return true;
  if (code >= 0x203c && code <= 0x2bff) return true;
  return (
    code === 0xa9 || code === 0xae || code === 0x3030 || code === 0x303d || code === 0x3297 || code === 0x3299
  );
}

/** Characters that are significant only next to certain others. */
function meansWith(code: number, before: number, after: number): boolean {
  if (code === dot) return isAsciiWord(before) && isAsciiWord(after);
  if (code === dollar) return after === dollar;
  return code === exclamation && after === bracket;
}

function stopsAt(src: string, pos: number): boolean {
  const code = src.charCodeAt(pos);
  if (code >= 128) return mayBeEmoji(code);
  switch (meaningful[code]) {
    case 0:
      return false;
    case 1:
      return true;
    default:
      return meansWith(code, src.charCodeAt(pos - 1), src.charCodeAt(pos + 1));
  }
}

export function text(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  let end = pos;
  while (end < posMax && !stopsAt(src, end)) end++;
  if (end === pos) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}
