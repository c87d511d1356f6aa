/** Normalization and validation of names. */
import { topicKey } from '../../../wire/topics.ts';

/** The key of a name: equal for names that look the same or differ only in case, as of topics. */
export const nameKey = topicKey;

export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--;
  return count;
}

/** The first `limit` code points. */
export function truncate(text: string, limit: number, mark = ''): string {
  if (text.length <= limit || codePoints(text) <= limit) return text;
  return (
    Array.from(text)
      .slice(0, limit - mark.length)
      .join('') + mark
  );
}

/** Lone surrogates cannot be encoded as UTF-8. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

const control = /(?![\t\n\r])\p{Cc}/u;

/** Whether a text contains only characters that can be stored everywhere, including line breaks and tabs. */
export const isPlainText = (text: string): boolean => isWellFormed(text) && !control.test(text);

const orders = /(?![\t\n])\p{Cc}/gu;

/**
 * Makes a text safe for a terminal, which takes control characters for orders: to clear what was written, or to fill the clipboard.
 * Those other than tabs and line breaks become escapes, which JSON has as well.
 */
export const withVisibleControls = (text: string): string =>
  text.replace(orders, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const unprintable = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}]`;

/** Characters without a shape of their own, and those whose shape is blank. */
const invisible = String.raw`\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{16FE4}\u{1D159}`;

const forbidden = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}${invisible}]`;

/** The flags of England, Scotland and Wales: their letters are tags. */
const taggedFlag = String.raw`\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(inTags).join('|')})\u{E007F}`;

function inTags(letters: string): string {
  return Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(
    '',
  );
}

const pictograph = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?`;

/** Where an invisible character changes what is seen: within emoji, and in scripts whose letters join or have variants. */
const needed = [
  taggedFlag,
  String.raw`${pictograph}[\uFE0E\uFE0F]?(?:\u200D${pictograph}\uFE0F?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  // Scripts with joiners have letters without case. A half form or a chillu may end a word.
  String.raw`(?<=(?!\p{Ideographic})[\p{Lo}\p{M}])[\u200C\u200D](?=(?!\p{Ideographic})[\p{Lo}\p{M}])`,
  String.raw`(?<=\p{Lo}\p{M})\u200D`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180D\u180F]`,
  String.raw`\u180E(?=\p{Script=Mongolian})`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
].join('|');

/** Finds what stays as well, so that what is within it is passed over. */
const inNames = new RegExp(`${needed}|(${forbidden})`, 'gu');
const inStored = new RegExp(`(${unprintable})`, 'gu');

/**
 * 1-based position (in code points) of the first character that is not allowed in names: control characters, line and
 * paragraph separators, unassigned code points, and invisible or bidirectional formatting characters where no emoji or script
 * needs them; else 0.
 */
export const forbiddenAt = (name: string): number => findPosition(inNames, name);

/** The same for characters that no name can have, one from elsewhere neither: without the invisible ones. */
export const unprintableAt = (name: string): number => findPosition(inStored, name);

const isAscii = (name: string): boolean => /^[ -~]*$/.test(name);

function findPosition(characters: RegExp, name: string): number {
  if (isAscii(name)) return 0;
  for (const { 1: refused, index } of name.matchAll(characters))
    if (refused !== undefined) return codePoints(name.slice(0, index)) + 1;
  return 0;
}

/** Removes what `forbiddenAt` finds. */
export const withoutForbidden = (name: string): string => replaceAll(inNames, name);

/** Removes what `unprintableAt` finds. */
export const withoutUnprintable = (name: string): string => replaceAll(inStored, name);

const replaceAll = (characters: RegExp, name: string): string =>
  isAscii(name)
    ? name
    : name.replace(characters, (found: string, refused: string | undefined) =>
        refused === undefined ? found : ' ',
      );

const unseen = new RegExp(`(${taggedFlag})|[${invisible}]`, 'gu');

/**
 * Equal for names that people cannot tell apart, such as with a joiner or without. Wider than the stored `nameKey`, which is also
 * in each message of a topic: what looks the same is refused as a new name, and finds the old one.
 */
export function lookKey(name: string): string {
  if (isAscii(name)) return name.toLowerCase().replaceAll(/ +/g, ' ');
  const seen = name.normalize('NFKC').replace(unseen, '$1');
  return nameKey(seen).replaceAll(/\s+/g, ' ');
}

const lookAlikeSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Replaces other space characters by ordinary spaces, and trims. Runs of spaces stay. */
export function tidySpaces(name: string): string {
  return name.replace(lookAlikeSpaces, ' ').trim();
}

/** A text of a model, in which control characters and tags could hide something from readers. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\u{E0000}-\u{E007F}]/gu, '');
