/**
 * Matches brackets of links for a whole line in one pass: following each bracket separately takes
 * quadratic time.
 */

const backtick = 0x60;
const backslash = 0x5c;

/** Whether the character at `pos` is escaped by a backslash. */
export function isEscaped(src: string, pos: number): boolean {
  let start = pos;
  while (src.charCodeAt(start - 1) === backslash) start--;
  return (pos - start) % 2 === 1;
}

/** Positions of backtick runs by length, in order. */
export function backtickRuns(src: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let pos = src.indexOf('`'); pos >= 0; pos = src.indexOf('`', pos)) {
    const start = pos;
    while (src.charCodeAt(pos) === backtick) pos++;
    const sameLength = runs.get(pos - start);
    if (sameLength) sameLength.push(start);
    else runs.set(pos - start, [start]);
  }
  return runs;
}

/**
 * The end of the code span that starts at `pos`, or of its backticks if nothing closes it. Call in order: it
 * removes passed positions from `runs`.
 */
export function skipCode(src: string, pos: number, runs: Map<number, number[]>): number {
  if (isEscaped(src, pos)) return pos + 1;
  let end = pos;
  while (src.charCodeAt(end) === backtick) end++;
  const later = runs.get(end - pos) ?? [];
  while (later[0] !== undefined && later[0] <= pos) later.shift();
  return later[0] === undefined ? end : later[0] + (end - pos);
}

const target = /\]\((?!\s*\))/y;

/** Whether the parentheses after the `]` at `pos` are not empty. */
function hasTarget(src: string, pos: number): boolean {
  target.lastIndex = pos;
  return target.test(src);
}

/** Finds the position of the `]` for each `[` that may start a link. A bracket around a link starts none. */
export function matchBrackets(src: string): Map<number, number> {
  const ends = new Map<number, number>();
  if (!src.includes('](')) return ends;
  const runs = backtickRuns(src);
  let open: number[] = [];
  for (let pos = 0; pos < src.length; pos++) {
    const c = src.charCodeAt(pos);
    if (c === backtick) {
      pos = skipCode(src, pos, runs) - 1;
    } else if (c === 0x5b) {
      open.push(pos);
    } else if (c === 0x5d) {
      const start = open.pop();
      if (start === undefined || !hasTarget(src, pos)) continue;
      ends.set(start, pos);
      open = [];
    }
  }
  return ends;
}
