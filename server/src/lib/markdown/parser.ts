/** Our Markdown dialect: markdown-it with our own rules. Loaded with the first message that contains markup. */
import { createRequire } from 'node:module';
import type { MarkdownIt, Ruler, StateBlock, Token } from 'markdown-it';
import { listsSomething, titlesSomething } from './rules/bare.ts';
import { matchBrackets } from './rules/brackets.ts';
import { inlineCode } from './rules/code.ts';
import { withinLines } from './rules/emphasis.ts';
import { fence } from './rules/fence.ts';
import { ours } from './rules/inline.ts';
import { hangingList, mergeLists, shallowNesting } from './rules/list.ts';
import { quotesSomething } from './rules/quote.ts';
import { table } from './rules/table.ts';
import { text } from './rules/text.ts';
import { limits, getScope, type Scope } from './scope.ts';
import { limitStates, spend } from './states.ts';
import { safeUrl } from './links/url.ts';

interface Constructor {
  new (preset: 'zero', options: { breaks: boolean; maxNesting: number }): MarkdownIt;
  readonly Token: typeof Token;
}

const builtIn = ['blockquote', 'code', 'emphasis', 'entity', 'fence', 'heading', 'hr', 'link', 'list'];
const builtInToo = ['backticks', 'newline', 'strikethrough', 'table'];

let parser: MarkdownIt | undefined;

function createParser(): MarkdownIt {
  // `require` has no types; those of the package describe a module of another kind.
  const MarkdownItClass = createRequire(import.meta.url)('markdown-it') as Constructor;
  // Above our own limit, because markdown-it drops text at its limit.
  const md = new MarkdownItClass('zero', { breaks: true, maxNesting: limits.depth * 2 });
  md.enable([...builtIn, ...builtInToo]);
  md.normalizeLink = safeUrl;
  md.validateLink = (url) => url !== '';
  md.inline.ruler.at('text', text);
  md.inline.ruler.at('backticks', inlineCode);
  md.inline.ruler.after('newline', 'ours', ours);
  md.block.ruler.at('table', table, { alt: ['paragraph'] });
  md.block.ruler.at('fence', fence, { alt: ['paragraph', 'blockquote', 'list'] });
  md.block.ruler.before('list', 'hanging_list', hangingList, { alt: ['paragraph'] });
  md.block.ruler.before('list', 'shallow_nesting', shallowNesting);
  limitStates(md, MarkdownItClass.Token);
  limitLabels(md);
  wrapRules(md);
  return md;
}

function wrapRules(md: MarkdownIt): void {
  const alt = ['paragraph', 'blockquote'];
  const heading = builtInRule(md.block.ruler, 'heading');
  md.block.ruler.at(
    'heading',
    (state, line, ...rest) => titlesSomething(state, line) && heading(state, line, ...rest),
    { alt },
  );
  const list = builtInRule(md.block.ruler, 'list');
  md.block.ruler.at(
    'list',
    (state, line, endLine, silent) =>
      (silent || listsSomething(state, line, endLine)) && list(state, line, endLine, silent),
    { alt },
  );
  const quote = builtInRule(md.block.ruler, 'blockquote');
  md.block.ruler.at(
    'blockquote',
    (state, startLine, endLine, silent) => {
      if (!spendOnQuote(state, startLine, endLine, silent)) return false;
      return quote(state, startLine, endLine, silent);
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );
  md.inline.ruler2.at('balance_pairs', withinLines(builtInRule(md.inline.ruler2, 'balance_pairs')));
}

/** The rule itself, which the parser does not return by name: the one that is no longer used when it is disabled. */
function builtInRule<Args extends unknown[], Result>(ruler: Ruler<Args, Result>, name: string) {
  const all = ruler.getRules('');
  ruler.disable(name);
  const others = new Set(ruler.getRules(''));
  ruler.enable(name);
  const rule = all.find((each) => !others.has(each));
  if (!rule) throw new Error(`the parser has no rule ${name}`);
  return rule;
}

/** The next empty line; cached for all lines before it. */
function endOfRange(state: StateBlock, startLine: number, endLine: number): number {
  const scope = getScope(state);
  const known = scope.lastRange;
  if (known && known.start <= startLine && startLine < known.end) return Math.min(known.end, endLine);
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end)) end++;
  scope.lastRange = { start: startLine, end };
  return end;
}

/**
 * Whether to call the built-in rule, which scans every line that may continue a quotation, again for
 * each quotation.
 */
function spendOnQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.src.charAt(start) !== '>') return false;
  if (!silent) spend(getScope(state), (endOfRange(state, startLine, endLine) - startLine) >> 2);
  return quotesSomething(state, startLine, endLine);
}

/** Replaces the search for the end of a link's text. */
function limitLabels(md: MarkdownIt): void {
  md.helpers = {
    ...md.helpers,
    parseLinkLabel(state, start) {
      const scope = getScope(state);
      if (scope.brackets?.src !== state.src)
        scope.brackets = { src: state.src, ends: matchBrackets(state.src) };
      const end = scope.brackets.ends.get(start) ?? -1;
      return end < state.posMax ? end : -1;
    },
  };
}

/** Loads the parser in advance. */
export function warmUp(): void {
  parser ??= createParser();
}

function parseInline(md: MarkdownIt, tokens: Token[], scope: Scope, env: { scope: Scope }): void {
  let quotes = 0;
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.children) {
      scope.quoted = quotes > 0;
      md.inline.parse(token.content, md, env, token.children);
    }
  }
}

/** @throws TooComplex if a limit is exceeded. */
export function parse(source: string, scope: Scope): Token[] {
  parser ??= createParser();
  const env = { scope };
  const tokens: Token[] = [];
  const normalized = source.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
  parser.block.parse(normalized, parser, env, tokens);
  parseInline(parser, tokens, scope, env);
  return mergeLists(tokens);
}
