/** What makes two spellings the same name, and which characters a name may not have. */

/** Key of a name: one spelling for all that look the same or differ in case only. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Length as people count: Unicode code points. */
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

/** Lone surrogates cannot be written as UTF-8: they would come back as something else. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

const control = /(?![\t\n\r])\p{Cc}/u;

/** Whether a text of any length has nothing in it that cannot be stored everywhere. Lines may end and be indented. */
export const isPlainText = (text: string): boolean => isWellFormed(text) && !control.test(text);

const forbidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cn}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/**
 * 1-based position (in code points) of the first character that a name may not have: control characters, line and
 * paragraph separators, unassigned code points, and those that are invisible or turn the direction of text; else 0.
 */
export function forbiddenAt(name: string): number {
  if (/^[ -~]*$/.test(name)) return 0;
  let position = 0;
  for (const character of name) {
    position++;
    if (forbidden.test(character)) return position;
  }
  return 0;
}

/** A name without what `forbiddenAt` finds in it. */
export const withoutForbidden = (name: string): string =>
  forbiddenAt(name) === 0 ? name : Array.from(name, (each) => (forbidden.test(each) ? ' ' : each)).join('');

const lookAlikeSpaces = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;

/** Spaces that look like a space become one, and none stand at the ends. */
export function tidySpaces(name: string): string {
  return name.replace(lookAlikeSpaces, ' ').trim();
}
