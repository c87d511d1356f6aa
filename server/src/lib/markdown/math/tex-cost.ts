/** Estimates the cost of rendering a formula before it is rendered: at most some ten microseconds per unit. */

/** Commands with unpredictable cost, that redefine syntax, or that affect content outside the formula. */
const refused = new Set(
  (
    'def gdef edef xdef let futurelet global long newcommand renewcommand providecommand ' +
    'bgroup egroup begingroup endgroup expandafter noexpand csname endcsname char verb ' +
    'href url htmlClass htmlId htmlStyle htmlData includegraphics message errmessage show'
  ).split(' '),
);

/** Commands that are more expensive than a character. */
const dear: Record<string, number> = { '\\': 4, frac: 3, cancel: 4 };
for (const name of ['begin', 'left', 'right', 'sqrt', 'oiint', 'oiiint', 'dddot', 'ddddot']) dear[name] = 8;
for (const name of ['TeX', 'LaTeX', 'KaTeX']) dear[name] = 16;

function commandCost(name: string): number {
  const known = dear[name];
  if (known !== undefined) return known;
  return /^x|arrow|brace|over|under|colon/i.test(name) ? 8 : 2;
}

const token = /\\(?:[a-zA-Z@]+|[^])|%[^\n]*|[^]/gu;

/** Undefined for a formula that must not be rendered; otherwise at least 1 per character. */
export function texCost(tex: string): number | undefined {
  let cost = 10;
  for (const [found] of tex.matchAll(token)) {
    if (found.startsWith('\\')) {
      const name = found.slice(1);
      if (refused.has(name) || name.includes('@')) return undefined;
      cost += commandCost(name);
    } else if (!found.startsWith('%')) {
      cost += found === '&' || found > '~' ? 3 : 1;
    }
  }
  return cost;
}
