/**
 * Emoji as words of the index. One is the same word by whatever name or character it was typed, and with any tone of skin; nobody can type
 * the word itself, since it contains a colon.
 */
import { emojiCode } from '../markdown/emoji/emoji.ts';

const part = String.raw`\p{ExtPict}(?:\p{EMod}|\uFE0F)?`;
/** A flag, or pictographs joined by U+200D, each with what modifies it. */
const picture = String.raw`\p{RI}\p{RI}|${part}(?:\u200D${part})*`;
const pictures = new RegExp(picture, 'gu');
const shownByName = /class="emoji emoji-([\da-f-]+)"/g;
/** Characters that are text unless followed by U+FE0F, such as arrows. */
const isText = /^\P{Emoji_Presentation}$/u;
/** All emoji are beyond these, except for some that are text by default. */
const mayHavePictures = /[^\0-\u203b]/;

const wordFor = (code: string): string => `:e${code.replaceAll('-', '')}`;

const wordForPicture = (typed: string): string => wordFor(emojiCode(typed.replace(/\p{EMod}/gu, '')));

/** The words of the emoji that a message shows: as elements with their code, or as characters. */
export function emojiWords(html: string): string[] {
  const words = new Set<string>();
  for (const [, code = ''] of html.matchAll(shownByName)) words.add(wordFor(code));
  if (mayHavePictures.test(html))
    for (const [typed] of html.matchAll(pictures)) if (!isText.test(typed)) words.add(wordForPicture(typed));
  return [...words];
}

export interface TypedEmoji {
  words: { word: string; isUnwanted: boolean }[];
  /** What was typed without them. */
  rest: string;
}

const inQuery = new RegExp(String.raw`((?<!\S)-)?(${picture})`, 'gu');

/** The emoji of a search; a dash before one excludes messages with it. */
export function takeEmoji(typed: string): TypedEmoji {
  const words: TypedEmoji['words'] = [];
  if (!mayHavePictures.test(typed)) return { words, rest: typed };
  const rest = typed.replace(inQuery, (whole: string, dash: string | undefined, found: string) => {
    if (isText.test(found)) return whole;
    words.push({ word: wordForPicture(found), isUnwanted: dash !== undefined });
    return ' ';
  });
  return { words, rest };
}
