/** Emoji by name, by code and by character. The table is read when it is first needed. */
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
  /** The one to show first; none where no name is offered any more. */
  offered: string[];
  /** Understood, but not offered. */
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

/** `text` is one whole emoji, such as `👍` or `❤️`; with a skin tone it has no name here. */
export function emojiByCharacter(text: string): Emoji | undefined {
  return emojiByCode(emojiCode(text));
}

/** The code of a character sequence, known or not. */
export function emojiCode(text: string): string {
  const parts: string[] = [];
  for (const character of text) {
    if (character !== '\uFE0F') parts.push((character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'));
  }
  return parts.join('-');
}

/** Every code with its names, the one to show first: the document that clients download. */
export function namesByCode(): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const { code, offered } of entries()) if (offered.length > 0) result[code] = offered;
  return result;
}

/** Images of the server's own emoji, which Unicode lacks. The name is also the code. */
const extraEmoji: Record<string, string> = {
  heddle: '/static/emoji/heddle.png',
  // COMPAT(mobile app): it offers this name, and loads the image from there.
  zulip: '/static/generated/emoji/images/emoji/unicode/zulip.png',
};

/** The path of the image of an emoji of the server's own. */
export function extraEmojiImage(name: string): string | undefined {
  return Object.hasOwn(extraEmoji, name) ? extraEmoji[name] : undefined;
}
