/** What the word index holds of a message: one line of words, the same for both databases. */
import { searchText } from './text.ts';

export type Conversation = { channelId: number } | { directId: number };

/** What of a message is searched for. */
export interface SearchedMessage {
  place: Conversation;
  senderId: number;
  topic: string;
  content: string;
}

/** Words that no one can type: they hold a colon, which the words of people never do. */
const barrier = ':';
export const placeWord = (place: Conversation): string =>
  'channelId' in place ? `:c${place.channelId}` : `:d${place.directId}`;
export const senderWord = (senderId: number): string => `:s${senderId}`;

/** Where it is and from whom, the words of its topic, and behind a barrier that no phrase crosses those of its text. */
export function searchLine({ place, senderId, topic, content }: SearchedMessage): string {
  const words = [placeWord(place), senderWord(senderId), searchText(topic), barrier, searchText(content)];
  return words.filter((some) => some !== '').join(' ');
}

/** A line as a value for PostgreSQL, to be cast with `::tsvector`. */
export function tsVector(line: string): string {
  if (line === '') return '';
  return line
    .split(' ')
    .map((word, i) => `'${word}':${i + 1}`)
    .join(' ');
}
