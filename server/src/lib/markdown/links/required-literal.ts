/** Determines for most texts that a pattern cannot match, without running it. */

/** Quantifiers that make a character optional or repeat it. */
const quantifier = /^(?:[*?]|\{\d+(?:,\d*)?\})/;

/** The end of the class that starts at `pos`. */
function classEnd(pattern: string, pos: number): number {
  let end = pos + 1;
  if (pattern.charAt(end) === '^') end++;
  if (pattern.charAt(end) === ']') end++;
  while (end < pattern.length && pattern.charAt(end) !== ']') {
    if (pattern.startsWith('[:', end)) end = Math.max(pattern.indexOf(':]', end), end) + 1;
    else if (pattern.charAt(end) === '\\') end++;
    end++;
  }
  return end + 1;
}

/** The end of the group that starts at `pos`. */
function groupEnd(pattern: string, pos: number): number {
  let depth = 0;
  let end = pos;
  while (end < pattern.length) {
    const c = pattern.charAt(end);
    if (c === '[') {
      end = classEnd(pattern, end);
      continue;
    }
    if (c === '\\') end++;
    else if (c === '(') depth++;
    else if (c === ')') depth--;
    end++;
    if (depth === 0) break;
  }
  return end;
}

function partEnd(pattern: string, pos: number): number {
  const c = pattern.charAt(pos);
  if (c === '(') return groupEnd(pattern, pos);
  if (c === '[') return classEnd(pattern, pos);
  return pos + (c === '\\' ? 2 : 1);
}

/** Literal characters, plain or escaped with a backslash. */
function literalAt(pattern: string, pos: number): { text: string; end: number } | undefined {
  const c = pattern.charAt(pos);
  if (c === '\\') {
    const escaped = pattern.charAt(pos + 1);
    return /[^\w\s]/.test(escaped) && escaped < '\x7f' ? { text: escaped, end: pos + 2 } : undefined;
  }
  return /[\w\s#@!%&'",/:;<=>~`-]/.test(c) && c < '\x7f' ? { text: c, end: pos + 1 } : undefined;
}

/** The longest text that every match of `pattern` contains, or `''` if none is found. */
export function requiredLiteral(pattern: string): string {
  if (/\(\?(?!P?<|:)|\\[QEbBAzpPC]|\\x/.test(pattern)) return '';
  let best = '';
  let run = '';
  const endRun = () => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let pos = 0; pos < pattern.length;) {
    const c = pattern.charAt(pos);
    if (c === '|') return '';
    const literal = literalAt(pattern, pos);
    const end = literal?.end ?? partEnd(pattern, pos);
    const repeated = quantifier.exec(pattern.slice(end))?.[0] ?? '';
    if (!literal || repeated !== '') endRun();
    else run += literal.text;
    if (pattern.charAt(end) === '+') endRun();
    pos = end + repeated.length;
  }
  endRun();
  return best;
}
