/** The indexed words of a message in one line, the same for both databases. */
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

/** Conversation and sender, the words of the topic, and those of the text after a token that phrases cannot cross. */
export function searchLine({ place, senderId, topic, content, rendered }: SearchedMessage): string {
  const text = searchText(shownText(rendered, content));
  const words = [placeWord(place), senderWord(senderId), searchText(topic), barrier, text];
  return words.filter((some) => some !== '').join(' ');
}

/** A line as a PostgreSQL value, to be cast with `::tsvector`. */
export function tsVector(line: string): string {
  if (line === '') return '';
  return line
    .split(' ')
    .map((word, i) => `'${word}':${i + 1}`)
    .join(' ');
}
