/** The indexed words of a message in one line, the same for both databases. */
import { emojiWords } from './emoji-words.ts';
import { shownText } from './shown.ts';
import { searchText } from './text.ts';

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
