/** Shows in a text, or in HTML that the server made, what a search found there. */
import { placesOf, type SearchTerm } from './query.ts';
import { cut, fold, runs } from './text.ts';

/** A word of the index and where it stands in the source. */
interface Token {
  word: string;
  start: number;
  end: number;
}

interface Stretch {
  start: number;
  end: number;
}

const opening = '<span class="highlight">';
const closing = '</span>';

/** The HTML with every hit marked; tags and entities stay whole. */
export function highlightHtml(html: string, terms: readonly SearchTerm[]): string {
  if (terms.length === 0) return html;
  return marked(html, stretchesOf(tokensOf(html, htmlPieces), terms), (text) => text);
}

/** Plain text as HTML with every hit marked. */
export function highlightText(text: string, terms: readonly SearchTerm[]): string {
  return marked(text, stretchesOf(tokensOf(text, textPieces), terms), escapeHtml);
}

function marked(source: string, stretches: readonly Stretch[], shown: (text: string) => string): string {
  let html = '';
  let done = 0;
  for (const { start, end } of stretches) {
    html += `${shown(source.slice(done, start))}${opening}${shown(source.slice(start, end))}${closing}`;
    done = end;
  }
  return html + shown(source.slice(done));
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/**
 * Pieces of a source that are folded by themselves: a tag, an entity, or a character with its marks. Halfwidth voiced
 * marks of Japanese and the parts of a Korean syllable belong to the character before them.
 */
const character = '[\\u1100-\\u115F][\\u1160-\\u11A7]+[\\u11A8-\\u11FF]*|[^](?:\\p{M}|[\\uFF9E\\uFF9F])*';
const htmlPieces = new RegExp(`<[^>]*>|&(?:#\\d+|#x[\\da-f]+|\\w+);|${character}`, 'giu');
const textPieces = new RegExp(character, 'gu');

/** The words of a source as `searchText` finds them, each with its place; a word never goes over a tag. */
function tokensOf(source: string, pieces: RegExp): Token[] {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: piece, index } of source.matchAll(pieces)) {
    const letters = piece.length > 1 && /^[<&]/.test(piece) ? asLetters(piece) : fold(piece);
    starts.push(...Array.from({ length: letters.length }, () => index));
    ends.push(...Array.from({ length: letters.length }, () => index + piece.length));
    folded += letters;
  }
  const place = (from: number, to: number) => ({ start: starts[from] ?? 0, end: ends[to - 1] ?? 0 });
  const tokens: Token[] = [];
  for (const { 0: run, 1: ofPairs, index } of folded.matchAll(runs)) {
    if (ofPairs === undefined) tokens.push({ word: cut(run), ...place(index, index + run.length) });
    else tokens.push(...pairTokens(run, index, place));
  }
  return tokens;
}

/** A tag is a gap; of the entities only numbered ones can be letters. */
function asLetters(piece: string): string {
  const number = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(piece);
  if (!number) return ' ';
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  return code <= 0x10_ff_ff ? fold(String.fromCodePoint(code)) : ' ';
}

function pairTokens(run: string, index: number, place: (from: number, to: number) => Stretch): Token[] {
  const characters = Array.from(run);
  const tokens: Token[] = [];
  let at = index;
  for (const [i, one] of characters.entries()) {
    const next = characters[i + 1] ?? '';
    tokens.push({ word: one + next, ...place(at, at + one.length + next.length) });
    at += one.length;
  }
  return tokens;
}

/** What the terms cover, in order and without overlaps. A word found by its beginning is covered whole. */
function stretchesOf(tokens: readonly Token[], terms: readonly SearchTerm[]): Stretch[] {
  const words = tokens.map(({ word }) => word);
  const covered: Stretch[] = [];
  for (const term of terms)
    for (const start of placesOf(term, words))
      for (const [i, word] of term.words.entries()) {
        const token = tokens[start + i];
        if (token) covered.push(coveredBy(token, word, tokens[start + i + 1]));
      }
  covered.sort((a, b) => a.start - b.start || a.end - b.end);
  return merged(covered);
}

/** Of a pair that was found by its first character, the second is no hit: it begins the next token. */
function coveredBy(token: Token, word: string, next: Token | undefined): Stretch {
  const isFirstOfPair = next !== undefined && next.start < token.end && word.length < token.word.length;
  return { start: token.start, end: isFirstOfPair ? next.start : token.end };
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { start, end } of stretches) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
