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

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}]/u;

const forbidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/**
 * 1-based position (in code points) of the first character that is not allowed in names: control characters, line and
 * paragraph separators, unassigned code points, and invisible or bidirectional formatting characters; else 0.
 */
export const forbiddenAt = (name: string): number => findPosition(forbidden, name);

/** The same for characters that no name can have, one from elsewhere neither: without the invisible ones. */
export const unprintableAt = (name: string): number => findPosition(unprintable, name);

function findPosition(characters: RegExp, name: string): number {
  if (/^[ -~]*$/.test(name)) return 0;
  let position = 0;
  for (const character of name) {
    position++;
    if (characters.test(character)) return position;
  }
  return 0;
}

/** Removes what `forbiddenAt` finds. */
export const withoutForbidden = (name: string): string => replaceAll(forbidden, name);

/** Removes what `unprintableAt` finds. */
export const withoutUnprintable = (name: string): string => replaceAll(unprintable, name);

const replaceAll = (characters: RegExp, name: string): string =>
  findPosition(characters, name) === 0
    ? name
    : Array.from(name, (each) => (characters.test(each) ? ' ' : each)).join('');

const lookAlikeSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Replaces other space characters by ordinary spaces, and trims. Runs of spaces stay. */
export function tidySpaces(name: string): string {
  return name.replace(lookAlikeSpaces, ' ').trim();
}

/** A text of a model, in which control characters and tags could hide something from readers. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\u{E0000}-\u{E007F}]/gu, '');
