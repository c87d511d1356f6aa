/** Estimates what a formula costs to set, before anyone sets it: some ten microseconds for each unit at most. */

/** Commands that make the cost unpredictable, change how what follows is read, or lead out of the formula. */
const refused = new Set(
  (
    'def gdef edef xdef let futurelet global long newcommand renewcommand providecommand ' +
    'bgroup egroup begingroup endgroup expandafter noexpand csname endcsname char verb ' +
    'href url htmlClass htmlId htmlStyle htmlData includegraphics message errmessage show'
  ).split(' '),
);

/** Commands that build more than a sign. */
const dear: Record<string, number> = { '\\': 4, frac: 3, cancel: 4 };
for (const name of ['begin', 'left', 'right', 'sqrt', 'oiint', 'oiiint', 'dddot', 'ddddot']) dear[name] = 8;
for (const name of ['TeX', 'LaTeX', 'KaTeX']) dear[name] = 16;

function commandCost(name: string): number {
  const known = dear[name];
  if (known !== undefined) return known;
  return /^x|arrow|brace|over|under|colon/i.test(name) ? 8 : 2;
}

const token = /\\(?:[a-zA-Z@]+|[^])|%[^\n]*|[^]/gu;

/** Undefined for a formula that must not be set; otherwise at least 1 for each sign. */
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
