/** Renders formulas with KaTeX, which is loaded on first use. */
import type katexTypes from 'katex';
import { createRequire } from 'node:module';
import { escapeText } from '../escape.ts';
import { limits, type Scope } from '../scope.ts';

type Katex = typeof katexTypes;

let katex: Katex | undefined;

/** Commands that need trust are rejected before; `maxSize` keeps a formula from covering surrounding content. */
const settings = { throwOnError: true, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 200 } as const;

/** KaTeX logs characters that its fonts lack to the console: messages must not be logged. */
function quietly<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

const tag = /<(?:\/|[^>]*?\/>)?/g;

/** Nesting depth of elements. */
function getDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [found] of html.matchAll(tag)) {
    if (found === '</') depth--;
    else if (found === '<') deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

/** `maxSize` does not limit negative spaces, which would move a formula over the text beside it. */
const wide = /margin-(?:left|right):-(?:[2-9]\d|\d{3,})/;

function set(tex: string, isBlock: boolean): string | undefined {
  // `require` has no types.
  katex ??= createRequire(import.meta.url)('katex/dist/katex.min.js') as Katex;
  const { renderToString } = katex;
  try {
    const html = quietly(() => renderToString(tex, { ...settings, displayMode: isBlock }));
    if (wide.test(html) || getDepth(html) > limits.texDepth) return undefined;
    return html.replaceAll('&#x27;', "'").replaceAll(' class ="', ' class="');
  } catch {
    return undefined;
  }
}

/** HTML for a formula, or undefined when it has an error or costs more than the message has left. */
export function texHtml(tex: string, scope: Scope, { isBlock = false } = {}): string | undefined {
  const cost = texCost(tex);
  if (cost === undefined || cost > scope.texLeft) return undefined;
  scope.texLeft -= cost;
  const html = set(tex, isBlock);
  if (html === undefined || html.length > scope.texBytesLeft) return undefined;
  scope.texBytesLeft -= html.length;
  return html;
}

/** An invalid formula, shown as source. */
export function texError(source: string): string {
  return `<span class="tex-error">${escapeText(source)}</span>`;
}

/** A block of formulas separated by blank lines: one paragraph each, which clients expect at its start. */
export function mathBlock(content: string, scope: Scope): string {
  return content
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${texHtml(part, scope, { isBlock: true }) ?? texError(part)}</p>`)
    .join('\n');
}

// Estimates the cost of rendering a formula before it is rendered: at most some ten microseconds per unit.

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
