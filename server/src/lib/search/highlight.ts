/** Highlights the matches of a search in text or in HTML rendered by the server. */
import { isEmojiWord, shownEmoji } from './line.ts';
import { otherForms, type SearchTerm } from './query.ts';
import { getTokens, type Tokens } from './tokens.ts';

interface TextRange {
  start: number;
  end: number;
  /** An emoji, which is highlighted whole although it may be an element. */
  isEmoji?: boolean;
}

const opening = '<span class="highlight">';
const closing = '</span>';

/** HTML with all matches highlighted; tags and entities remain intact. */
export function highlightHtml(html: string, terms: readonly SearchTerm[]): string {
  if (terms.length === 0) return html;
  return marked(html, getRanges(html, 'html', terms), {
    shown: (text) => text,
    within: aroundTags,
  });
}

/** Plain text as HTML with all matches highlighted. */
export function highlightText(text: string, terms: readonly SearchTerm[]): string {
  return marked(text, getRanges(text, 'text', terms), { shown: escapeHtml, within: escapeHtml });
}

interface Writing {
  /** What is not highlighted, and what is. */
  shown: (text: string) => string;
  within: (text: string) => string;
}

function marked(source: string, ranges: readonly TextRange[], { shown, within }: Writing): string {
  let html = '';
  let done = 0;
  for (const { start, end, isEmoji = false } of ranges) {
    const hit = source.slice(start, end);
    html += `${shown(source.slice(done, start))}${opening}${(isEmoji ? shown : within)(hit)}${closing}`;
    done = end;
  }
  return html + shown(source.slice(done));
}

/** A word that is formatted in part is highlighted in parts, so that elements stay nested. */
const aroundTags = (html: string): string => html.replace(/(?:<[^>]*>)+/g, `${closing}$&${opening}`);

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** The ranges of matches, sorted and without overlaps. A word matched by its prefix is included whole. */
function getRanges(source: string, kind: 'text' | 'html', terms: readonly SearchTerm[]): TextRange[] {
  const emoji = emojiRanges(source, kind, terms);
  const words = wordRanges(getTokens(source, kind), terms);
  return merged([...emoji, ...words].sort((a, b) => a.start - b.start || a.end - b.end));
}

function emojiRanges(source: string, kind: 'text' | 'html', terms: readonly SearchTerm[]): TextRange[] {
  const wanted = new Set(terms.flatMap(({ words }) => words.filter(isEmojiWord)));
  if (wanted.size === 0) return [];
  const found = shownEmoji(source, kind).filter(({ word }) => wanted.has(word));
  return Array.from(found, ({ start, end }) => ({ start, end, isEmoji: true }));
}

function wordRanges(tokens: Tokens, terms: readonly SearchTerm[]): TextRange[] {
  const covered: TextRange[] = [];
  for (const { words, prefix } of terms.flatMap(withForms)) {
    const last = words.length - 1;
    for (let at = 0; at + last < tokens.length; at++) {
      if (!words.every((word, i) => tokens.is(at + i, word, prefix && i === last))) continue;
      for (const [i, word] of words.entries()) covered.push(coveredBy(tokens, at + i, word));
    }
  }
  return covered;
}

const withForms = (term: SearchTerm): SearchTerm[] => [
  term,
  ...otherForms(term).map((form) => ({ words: [form], prefix: false })),
];

/** If a pair matched by its first character, the second one is excluded: it begins the next token. */
function coveredBy(tokens: Tokens, at: number, word: string): TextRange {
  const end = tokens.end(at);
  const next = at + 1 < tokens.length ? tokens.start(at + 1) : end;
  return { start: tokens.start(at), end: next < end && tokens.isLonger(at, word) ? next : end };
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else result.push(range);
  }
  return result;
}
