/** Emoji by name, code and character. The table is parsed on first use. */
import { emojiTable } from './emoji-table.ts';

export interface Emoji {
  /** Hexadecimal code points joined by `-`, as `1f44d`. */
  code: string;
  /** The name to show. */
  name: string;
}

interface Index {
  byName: Map<string, Emoji>;
  byCode: Map<string, Emoji>;
}

let index: Index | undefined;

interface Entry {
  code: string;
  /** Suggested names, the preferred one first; none if no name is suggested any more. */
  offered: string[];
  /** Accepted, but not suggested. */
  former: string[];
}

function readEntry(entry: string): Entry {
  const [current = '', former] = entry.split('|');
  const [code = '', ...offered] = current.trimEnd().split(' ');
  return { code, offered, former: former?.trimStart().split(' ') ?? [] };
}

const entries = (): Entry[] => emojiTable.split(/[;\n]/).map(readEntry);

function buildIndex(): Index {
  const built: Index = { byName: new Map(), byCode: new Map() };
  for (const { code, offered, former } of entries()) {
    const names = [...offered, ...former];
    const emoji = { code, name: names[0] ?? '' };
    built.byCode.set(code, emoji);
    for (const name of names) built.byName.set(name, emoji);
  }
  return built;
}

export function emojiByName(name: string): Emoji | undefined {
  index ??= buildIndex();
  return index.byName.get(name);
}

export function emojiByCode(code: string): Emoji | undefined {
  index ??= buildIndex();
  return index.byCode.get(code);
}

/** `text` is a single emoji, such as `👍` or `❤️`; one with a skin tone has no name. */
export function emojiByCharacter(text: string): Emoji | undefined {
  return emojiByCode(emojiCode(text));
}

/** The code of a character sequence, whether known or not. */
export function emojiCode(text: string): string {
  const parts: string[] = [];
  for (const character of text) {
    if (character !== '\uFE0F') parts.push((character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'));
  }
  return parts.join('-');
}

/** All codes with their names, the preferred one first: the document that clients download. */
export function namesByCode(): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const { code, offered } of entries()) if (offered.length > 0) result[code] = offered;
  return result;
}

/** Images of built-in emoji that are not in Unicode. The name is also the code. */
const extraEmoji: Record<string, string> = {
  heddle: '/static/emoji/heddle.png',
  // COMPAT(mobile app): it offers this name, and loads the image from this path.
  zulip: '/static/generated/emoji/images/emoji/unicode/zulip.png',
};

/** The path of the image of a built-in emoji. */
export function extraEmojiImage(name: string): string | undefined {
  return Object.hasOwn(extraEmoji, name) ? extraEmoji[name] : undefined;
}
