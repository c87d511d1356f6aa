/** The delimiters of emphasis and strikethrough in this dialect; the built-in rule matches them. */
import type { StateInline } from 'markdown-it';

type Rule = (state: StateInline) => void;
type Delimiters = StateInline['delimiters'];

const tilde = 0x7e;
const space = /\s/;

/**
 * Emphasis may open before and close after anything but a space, also next to punctuation. Strikethrough uses
 * exactly two tildes, anywhere.
 */
export function flanking({ src, posMax }: StateInline, start: number) {
  const marker = src.charCodeAt(start);
  let end = start;
  while (end < posMax && src.charCodeAt(end) === marker) end++;
  const length = end - start;
  if (marker === tilde) return { can_open: length === 2, can_close: length === 2, length };
  return {
    can_open: end < posMax && !space.test(src.charAt(end)),
    can_close: start > 0 && !space.test(src.charAt(start - 1)),
    length,
  };
}

function isBreak(type: string): boolean {
  return type === 'softbreak' || type === 'hardbreak';
}

/** Matches the delimiters of each line separately. */
function pairLines(state: StateInline, delimiters: Delimiters, breaks: readonly number[], pair: Rule): void {
  let from = 0;
  let next = 0;
  while (from < delimiters.length) {
    const first = delimiters[from]?.token ?? 0;
    while (next < breaks.length && (breaks[next] ?? 0) < first) next++;
    const lineEnd = breaks[next] ?? state.tokens.length;
    let to = from + 1;
    while (to < delimiters.length && (delimiters[to]?.token ?? 0) < lineEnd) to++;
    const line = delimiters.slice(from, to);
    // An object has the type of its prototype, which the compiler does not follow.
    pair(Object.assign(Object.create(state) as StateInline, { delimiters: line, tokens_meta: [] }));
    for (const each of line) if (each.end >= 0) each.end += from;
    from = to;
  }
}

/** Emphasis ends on the line on which it begins. */
export function withinLines(pair: Rule): Rule {
  return (state) => {
    const breaks = state.tokens.flatMap((token, i) => (isBreak(token.type) ? [i] : []));
    if (breaks.length === 0) return pair(state);
    pairLines(state, state.delimiters, breaks, pair);
    for (const meta of state.tokens_meta) {
      if (meta?.delimiters) pairLines(state, meta.delimiters, breaks, pair);
    }
  };
}
