/**
 * Colors code: reads it with a grammar of highlight.js and writes flat spans with the short class names of Pygments,
 * which clients know. Grammars are loaded one by one, when code in their language is first shown.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeText } from '../escape.ts';
import { getClass } from './highlight-classes.ts';

const load = createRequire(import.meta.url);

/** Grammars that the named one refers to. Without them such parts are shown plain. */
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

/** Stands for a cut; it cannot be in a message. */
const cut = '\0';

/**
 * The expressions of grammars take time that grows with the square of the text they see, or worse. So they are shown
 * no more than this at once; what is open at a cut, such as a comment, stays open behind it.
 */
const windowLength = 300;

/** Brackets or comments inside each other: grammars pay for each level at every cut. */
const maxDepth = 40;
const opensOrCloses = /\/\*|\*\/|[([{}\])]/g;

const highlighters = new Map<string, HLJSApi>();

function grammar(name: string): LanguageFn {
  return load(`highlight.js/lib/languages/${name}`) as LanguageFn;
}

/** Each language gets an instance of its own, so that what is embedded does not depend on what was loaded before. */
function highlighterFor(language: string): HLJSApi {
  const known = highlighters.get(language);
  if (known) return known;
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

/** Keeps the two halves of a character together. */
function wholeCharacters(text: string, end: number): number {
  const next = text.charCodeAt(end);
  return next >= 0xdc00 && next <= 0xdfff ? end - 1 : end;
}

/** Cuts after lines where it can. */
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

/** Takes nested spans apart: text gets the class of the innermost span that means something here. */
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

/** HTML for `code`, without line ends around it. `language` is the name of a grammar. */
export function highlighted(code: string, language: string): string {
  if (isDeep(code)) return escapeText(code);
  const { value } = highlighterFor(language).highlight(inPieces(code), {
    language: code.length > windowLength ? 'pieces' : 'code',
    ignoreIllegals: true,
  });
  const html = value.replaceAll(cut, '').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
  return flatten(html, language);
}
