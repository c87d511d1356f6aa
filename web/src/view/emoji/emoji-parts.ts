/** Finds emoji in plain text: names of topics, channels and users, and characters that the server does not convert. */

export type TextPart = { text: string; code?: string };

/** Flags, keycaps, and characters with a coloured form, with skin tones, joined sequences and region letters. */
const emoji =
  /\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F|\p{EMod}))(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*[\u{E0020}-\u{E007F}]*/gu;

/** A quick test, since most names have no emoji. */
const mayHaveEmoji = /[\uFE0F\u20E3]|\p{Emoji_Presentation}/u;

/** The code of an emoji's image: hexadecimal code points joined by `-`, without the variation selector. */
export const emojiCode = (characters: string): string =>
  [...characters]
    .filter((character) => character !== '\uFE0F')
    .map((character) => character.codePointAt(0)!.toString(16).padStart(4, '0'))
    .join('-');

/** @returns undefined for a text without emoji; otherwise its parts in order, emoji with their codes */
export function emojiParts(text: string): TextPart[] | undefined {
  if (!mayHaveEmoji.test(text)) return undefined;
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(emoji)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: found, code: emojiCode(found) });
    end = index + found.length;
  }
  if (end === 0) return undefined;
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
