/**
 * Highlights code with grammars of highlight.js, and writes flat spans with the short class names of Pygments,
 * which clients know. A grammar is loaded when code in its language is first rendered.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeText } from '../escape.ts';

const load = createRequire(import.meta.url);

/** Grammars that a grammar embeds. Without them such parts are not highlighted. */
const embedded: Record<string, readonly string[]> = {
  dockerfile: ['bash'],
  erb: ['ruby', 'xml'],
  javascript: ['xml'],
  markdown: ['xml'],
  'python-repl': ['python'],
  shell: ['bash'],
  typescript: ['xml'],
  xml: ['css', 'javascript'],
};

/** Marks a cut; never occurs in a message. */
const cut = '\0';

/**
 * Regular expressions of grammars may take quadratic time or worse, so the text is highlighted in windows
 * of this size; a construct that is open at a cut, such as a comment, continues after it.
 */
const windowLength = 300;

/** Limit of nested brackets or comments: grammars process each level at every cut. */
const maxDepth = 40;
const opensOrCloses = /\/\*|\*\/|[([{}\])]/g;

const highlighters = new Map<string, HLJSApi>();

function grammar(name: string): LanguageFn {
  // `require` has no types; the names come from the table of languages.
  return load(`highlight.js/lib/languages/${name}`) as LanguageFn;
}

/** One instance per language, so that embedded languages do not depend on what was loaded before. */
function highlighterFor(language: string): HLJSApi {
  const known = highlighters.get(language);
  if (known) return known;
  // `require` has no types.
  const hljs = (load('highlight.js/lib/core') as HLJSApi).newInstance();
  hljs.registerLanguage('code', grammar(language));
  for (const name of embedded[language] ?? []) hljs.registerLanguage(name, grammar(name));
  hljs.registerLanguage('pieces', () => ({
    name: 'pieces',
    subLanguage: 'code',
    contains: [{ match: cut }],
  }));
  highlighters.set(language, hljs);
  return hljs;
}

/** Does not split a surrogate pair. */
function wholeCharacters(text: string, end: number): number {
  const next = text.charCodeAt(end);
  return next >= 0xdc00 && next <= 0xdfff ? end - 1 : end;
}

/** Cuts at line ends if possible. */
function inPieces(code: string): string {
  if (code.length <= windowLength) return code;
  const pieces: string[] = [];
  for (let start = 0; start < code.length;) {
    const max = start + windowLength;
    const lineEnd = max < code.length ? code.lastIndexOf('\n', max - 1) + 1 : code.length;
    const end = lineEnd > start ? lineEnd : wholeCharacters(code, max);
    pieces.push(code.slice(start, end));
    start = end;
  }
  return pieces.join(cut);
}

function isDeep(code: string): boolean {
  let brackets = 0;
  let comments = 0;
  for (const [found] of code.matchAll(opensOrCloses)) {
    if (found === '/*') comments++;
    else if (found === '*/') comments = Math.max(0, comments - 1);
    else if ('([{'.includes(found)) brackets++;
    else brackets = Math.max(0, brackets - 1);
    if (brackets > maxDepth || comments > maxDepth) return true;
  }
  return false;
}

const piece = /<span class="([^"]*)">|<\/span>|[^<]+/g;

/** Flattens nested spans: text gets the class of the innermost span that has one. */
function flatten(html: string, language: string): string {
  const open: string[] = [''];
  let out = '';
  let text = '';
  let current = '';
  const flush = () => {
    out += current === '' || text === '' ? text : `<span class="${current}">${text}</span>`;
    text = '';
  };
  for (const [found, scope] of html.matchAll(piece)) {
    if (scope !== undefined) {
      open.push(getClass(scope, language, open.at(-1)) ?? open.at(-1) ?? '');
    } else if (found === '</span>') {
      open.pop();
    } else {
      const wanted = open.at(-1) ?? '';
      if (wanted !== current) flush();
      current = wanted;
      text += found;
    }
  }
  flush();
  return out;
}

/** HTML for `code` without trailing line breaks. `language` is the name of a grammar. */
export function highlighted(code: string, language: string): string {
  if (isDeep(code)) return escapeText(code);
  const { value } = highlighterFor(language).highlight(inPieces(code), {
    language: code.length > windowLength ? 'pieces' : 'code',
    ignoreIllegals: true,
  });
  const html = value.replaceAll(cut, '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
  return flatten(html, language);
}

/** Maps scopes of highlight.js to CSS classes of Pygments. */

/** Scopes without a counterpart, such as `params`, are missing: their text is not highlighted separately. */
const classes: Record<string, string> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char escape_': 'se',
  class: 'nc',
  code: 's',
  comment: 'c',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  formula: 's',
  function: '',
  keyword: 'k',
  link: 'na',
  literal: 'kc',
  meta: 'cp',
  'meta prompt_': 'gp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  params: '',
  property: 'na',
  punctuation: 'p',
  quote: 'ge',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  tag: 'p',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title class_': 'nc',
  'title class_ inherited__': 'nc',
  'title function_': 'nf',
  'title function_ invoke__': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable constant_': 'no',
  'variable language_': 'bp',
};

/** Deviating meanings of scopes in some languages. */
const ofLanguage: Record<string, Record<string, string>> = {
  diff: { comment: 'gh', meta: 'gu' },
  json: { attr: 'nt', keyword: 'kc' },
  yaml: { attr: 'nt' },
};

/**
 * @param scope Class names of highlight.js, such as `hljs-title function_` or `language-css`
 * @param around The class of the enclosing span
 */
function getClass(scope: string, language: string, around: string | undefined): string | undefined {
  if (!scope.startsWith('hljs-')) return undefined;
  const name = scope.slice(5);
  // A directive such as `#include` is one token.
  if (name === 'keyword' && around === 'cp') return around;
  return ofLanguage[language]?.[name] ?? classes[name];
}
