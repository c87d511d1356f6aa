/** The indexed words of a message in one line, the same for both databases. */
import { shownText, afterHidden } from './shown.ts';
import { searchText } from './text.ts';
import { emojiCode } from '../markdown/emoji/emoji.ts';

export type Conversation = { channelId: number } | { directId: number };

/** The searched parts of a message. */
export interface SearchedMessage {
  place: Conversation;
  senderId: number;
  topic: string;
  /** Markdown, and the HTML made of it. */
  content: string;
  rendered: string;
}

/** A token that nobody can type, since it contains a colon. */
const barrier = ':';
export const placeWord = (place: Conversation): string =>
  'channelId' in place ? `:c${place.channelId}` : `:d${place.directId}`;
export const senderWord = (senderId: number): string => `:s${senderId}`;

const joined = (words: readonly string[]): string => words.filter((some) => some !== '').join(' ');

/** The words of a topic; its emoji stand behind them, where they do not separate words of a phrase. */
export const topicWords = (topic: string): string =>
  joined([searchText(topic), ...emojiWords(topic, 'text')]);

/** The words of the text of a message, and its emoji. */
export const bodyWords = (rendered: string, content: string): string =>
  joined([searchText(shownText(rendered, content)), ...emojiWords(rendered, 'html')]);

/** Conversation and sender, the words of the topic, and those of the text after a token that phrases cannot cross. */
export function searchLine({ place, senderId, topic, content, rendered }: SearchedMessage): string {
  return joined([
    placeWord(place),
    senderWord(senderId),
    topicWords(topic),
    barrier,
    bodyWords(rendered, content),
  ]);
}

/** A line as a PostgreSQL value, to be cast with `::tsvector`. */
export function tsVector(line: string): string {
  if (line === '') return '';
  return line
    .split(' ')
    .map((word, i) => `'${word}':${i + 1}`)
    .join(' ');
}

// Emoji as words of the index. One is the same word by whatever name or character it was typed, and with any tone of skin;
// nobody can type the word itself, since it contains a colon.

const part = String.raw`\p{ExtPict}(?:\p{EMod}|\uFE0F)?`;
/** A flag, a key, or pictographs joined by U+200D, each with what modifies it. */
const picture = String.raw`\p{RI}\p{RI}|[\d#*]\uFE0F?\u20E3|${part}(?:\u200D${part})*`;
const pictures = new RegExp(picture, 'gu');
/** An emoji as an element with its code, another tag, or an emoji as characters. */
const inHtml = new RegExp(
  String.raw`<span[^>]*? class="emoji emoji-([\da-f-]+)"[^>]*>[^<]*</span>|<[^>]*>|${picture}`,
  'gu',
);
/** Characters that are text unless followed by U+FE0F, such as arrows. */
const isText = /^\P{Emoji_Presentation}$/u;
/** All emoji are beyond these, except for some that are text by default. */
const mayHavePictures = /[^\0-\u203b]/;

const wordFor = (code: string): string => `:e${code.replaceAll('-', '')}`;
const wordForPicture = (typed: string): string => wordFor(emojiCode(typed.replace(/\p{EMod}/gu, '')));

export const isEmojiWord = (word: string): boolean => word.startsWith(':e');

export interface ShownEmoji {
  word: string;
  start: number;
  end: number;
}

/** The emoji in the text or HTML, in order of appearance; those in attributes, formulas and previews are not shown. */
export function* shownEmoji(source: string, kind: 'text' | 'html'): Generator<ShownEmoji> {
  const isHtml = kind === 'html';
  if (!mayHavePictures.test(source) && !(isHtml && source.includes('class="emoji emoji-'))) return;
  const search = new RegExp(isHtml ? inHtml : pictures);
  for (let found = search.exec(source); found; found = search.exec(source)) {
    const { 0: typed, 1: code, index: start } = found;
    const end = start + typed.length;
    if (code !== undefined) yield { word: wordFor(code), start, end };
    else if (typed.startsWith('<')) search.lastIndex = afterHidden(source, start) ?? end;
    else if (!isText.test(typed)) yield { word: wordForPicture(typed), start, end };
  }
}

/** Each once. */
const emojiWords = (source: string, kind: 'text' | 'html'): string[] => [
  ...new Set(Array.from(shownEmoji(source, kind), ({ word }) => word)),
];

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
