/** Tokenizes text or HTML with positions, into the same words as the index. */
import { afterHidden, afterTag, joinsWords } from './shown.ts';
import { cut, cutAt, fold, runs } from './text.ts';

/**
 * Tokens in order of appearance. Those in ASCII, nearly all, are compared in place: a page of messages has
 * thousands of words and few matches.
 */
export class Tokens {
  readonly #source: string;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** By index, if the word differs from the lower-cased source. */
  readonly #folded = new Map<number, string>();

  constructor(source: string) {
    this.#source = source;
  }

  get length(): number {
    return this.#starts.length;
  }

  add(start: number, end: number, folded?: string): void {
    if (folded !== undefined) this.#folded.set(this.#starts.length, folded);
    this.#starts.push(start);
    this.#ends.push(end);
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    return this.#ends[index] ?? 0;
  }

  /** Whether the token is this word, or starts with it. */
  is(index: number, word: string, asBeginning: boolean): boolean {
    const folded = this.#folded.get(index);
    if (folded !== undefined) return asBeginning ? folded.startsWith(word) : folded === word;
    const start = this.start(index);
    const length = this.#plainLength(index);
    if (asBeginning ? length < word.length : length !== word.length) return false;
    for (let i = 0; i < word.length; i++)
      if ((this.#source.charCodeAt(start + i) | toLower) !== word.charCodeAt(i)) return false;
    return true;
  }

  isLonger(index: number, word: string): boolean {
    return (this.#folded.get(index)?.length ?? this.#plainLength(index)) > word.length;
  }

  #plainLength(index: number): number {
    return Math.min(this.end(index) - this.start(index), cutAt);
  }
}

/** Makes an ASCII letter lower case; digits have this bit anyway. */
const toLower = 0x20;

const isWordCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(/[a-z0-9]/i.test(String.fromCharCode(code))),
);
/** An ASCII letter or digit, or any other character, which folding classifies. */
const mayBeInWord = (code: number): boolean => code >= 128 || isWordCode[code] === 1;

const lessThan = 0x3c;
const ampersand = 0x26;
const entity = /&(?:(#\d+|#x[\da-f]+)|\w+);/iuy;

/** Entities separate words unless they are a letter; of tags see `shown.ts`. */
export function getTokens(source: string, kind: 'text' | 'html'): Tokens {
  const tokens = new Tokens(source);
  const isHtml = kind === 'html';
  let at = 0;
  while (at < source.length) {
    const code = source.charCodeAt(at);
    if (isHtml && code === lessThan) at = afterHidden(source, at) ?? afterTag(source, at);
    else if (mayBeInWord(code) || (isHtml && code === ampersand)) at = addChunk(tokens, source, at, isHtml);
    else at++;
  }
  return tokens;
}

/** The length of tags within a word, which continues after them; 0 if it ends here. */
function tagsWithin(html: string, at: number): number {
  let end = at;
  while (html.charCodeAt(end) === lessThan) {
    if (!joinsWords(html, end) || afterHidden(html, end) !== undefined) return 0;
    end = afterTag(html, end);
  }
  return end < html.length && mayBeInWord(html.charCodeAt(end)) ? end - at : 0;
}

/** Adds the words of a chunk. @returns its end. */
function addChunk(tokens: Tokens, source: string, start: number, isHtml: boolean): number {
  let at = start;
  let isPlain = true;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code < 128 && isWordCode[code] === 1) continue;
    if (code >= 128) {
      isPlain = false;
      continue;
    }
    const length = isHtml ? lengthWithin(source, at, code) : 0;
    if (length === 0) break;
    isPlain = false;
    at += length - 1;
  }
  if (at === start) return start + gapLength(source, at);
  if (isPlain) tokens.add(start, at);
  else addFolded(tokens, source.slice(start, at), start, isHtml);
  return at;
}

/** The length of an entity that is a letter, and of tags, within a word. */
function lengthWithin(html: string, at: number, code: number): number {
  if (code === ampersand) return letterLength(html, at);
  return code === lessThan ? tagsWithin(html, at) : 0;
}

function entityAt(html: string, at: number): RegExpExecArray | null {
  entity.lastIndex = at;
  return entity.exec(html);
}

/** Length of a numeric entity; 0 if there is none. */
function letterLength(html: string, at: number): number {
  const found = entityAt(html, at);
  return found?.[1] === undefined ? 0 : found[0].length;
}

/** Length of a named entity, or of an ampersand that is not part of one. */
const gapLength = (html: string, at: number): number => entityAt(html, at)?.[0].length ?? 1;

/**
 * The parts of a source that are folded separately: an entity, or a character with its marks. Halfwidth voiced
 * marks of Japanese and the parts of a Korean syllable belong to the preceding character.
 */
const syllable =
  '[\\u1100-\\u115F][\\u1160-\\u11A7]+[\\u11A8-\\u11FF]*|[\\uAC00-\\uD7A3][\\u11A8-\\u11FF]+|[\\u3131-\\u318E\\uFFA0-\\uFFDC]+';
const character = `${syllable}|[^](?:\\p{M}|[\\uFF9E\\uFF9F])*`;
const htmlPieces = new RegExp(`<[^>]*>|&(?:#\\d+|#x[\\da-f]+);|${character}`, 'giu');
const textPieces = new RegExp(character, 'gu');

/** Adds the words of a part of the source with more than ASCII letters and digits. */
function addFolded(tokens: Tokens, source: string, offset: number, isHtml: boolean): void {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: piece, index } of source.matchAll(isHtml ? htmlPieces : textPieces)) {
    const letters = isHtml ? lettersIn(piece) : fold(piece);
    starts.push(...Array<number>(letters.length).fill(offset + index));
    ends.push(...Array<number>(letters.length).fill(offset + index + piece.length));
    folded += letters;
  }
  const add = (word: string, from: number, to: number) =>
    tokens.add(starts[from] ?? offset, ends[to - 1] ?? offset, word);
  for (const { 0: run, 1: ofPairs, index } of folded.matchAll(runs)) {
    if (ofPairs === undefined) add(cut(run), index, index + run.length);
    else addPairs(run, index, add);
  }
}

function lettersIn(piece: string): string {
  if (piece.startsWith('<')) return '';
  return piece.startsWith('&') ? asLetters(piece) : fold(piece);
}

function asLetters(entityByNumber: string): string {
  const [, hexadecimal, decimal = ''] = /^&#(?:x([\da-f]+)|(\d+));$/i.exec(entityByNumber) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10_ff_ff ? fold(String.fromCodePoint(code)) : ' ';
}

function addPairs(run: string, index: number, add: (word: string, from: number, to: number) => void): void {
  const characters = Array.from(run);
  let at = index;
  for (const [i, one] of characters.entries()) {
    const next = characters[i + 1] ?? '';
    add(one + next, at, at + one.length + next.length);
    at += one.length;
  }
}
