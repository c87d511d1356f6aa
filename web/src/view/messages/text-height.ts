/**
 * Estimates the height of a message's HTML without laying it out. An estimate that is off moves everything in view once the
 * row is measured, and the browser draws all of it again.
 */

import { widestText } from './row-height.ts';

/** Px. */
export const lineHeight = 22;

/** Widths of the characters from the space on in the font of messages, in sixths of a pixel above `!`. */
const widths =
  ':;KZ[y[<BBN];J;AZFXY[VYVYY;<]]]Ox`\\cbWVdd9T]TrefZf[[[d`|^^ZB=BKJ>TXTXU?XV77R7pVWXXDQ>VTkRTSG?G]';
const zero = 33;
const perPx = 6;
/** The average width in other alphabets; from there on characters are as wide as high, and lines break between any two. */
const otherWidth = 8.8;
const firstWide = 0x2e80;
const wideWidth = 15;

const space = 32;
const hyphen = 45;

function getWidth(code: number): number {
  if (code >= firstWide) return wideWidth;
  const index = code - space;
  return index >= 0 && index < widths.length ? (widths.charCodeAt(index) - zero) / perPx : otherWidth;
}

/**
 * Breaks lines as browsers do. Called for each loaded message, so it allocates nothing.
 * @param width in px
 */
export function countLines(text: string, width: number): number {
  let [lines, before, word] = [1, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const own = getWidth(code);
    word += own;
    // Spaces at the end of a line need no room.
    if (before + word > width && code !== space) {
      lines++;
      before = 0;
      if (word > width) word = own;
    }
    if (code !== space && code !== hyphen && code < firstWide) continue;
    before += word;
    word = 0;
  }
  return lines;
}

const ends = /<(?:\/(p|li|pre|h\d|tr)|br ?\/?)>/;
const emoji = /<span[^>]*"emoji [^>]*>[^<]*<\/span>/g;
const tags = /<[^>]*>/g;
const entities = /&#?\w+;/g;
const spaces = /\s+/g;

/** Px between two paragraphs, items of a list, and other blocks. */
const gaps: Readonly<Record<string, number>> = { 'p p': 8, 'p li': 0, 'li li': 2 };
const blockGap = 4;

/** Code does not wrap. */
const codeLine = 23;
const aroundCode = 16;

/** @param width of the column in px */
export function guessTextHeight(html: string, width: number): number {
  const inLine = Math.min(width, widestText);
  // The margins of quotes at the ends are outside.
  let height =
    (html.startsWith('<blockquote>') ? blockGap : 0) + (html.endsWith('</blockquote>') ? blockGap : 0);
  let last = '';
  // A text and the name of the element that it ends, by turns.
  const parts = html.split(ends);
  for (let i = 0; i < parts.length; i += 2) {
    const part = parts[i] ?? '';
    const end = parts[i + 1] ?? '';
    const text = part.replace(emoji, '\u4e00').replace(tags, '').replace(entities, '&').trim();
    if (text === '') continue;
    const isNextToQuote = part.includes('blockquote>');
    if (last !== '') height += isNextToQuote ? blockGap : (gaps[`${last} ${end}`] ?? blockGap);
    height +=
      end === 'pre'
        ? aroundCode + codeLine * text.split('\n').length
        : lineHeight * countLines(text.replace(spaces, ' '), inLine);
    last = end;
  }
  return Math.max(lineHeight, height);
}
