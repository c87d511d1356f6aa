/** The search operators: the table behind suggestions and the parser. */
import type { TextKey } from '../text/text.ts';

type OperatorValue = 'channel' | 'topic' | 'person' | 'people' | 'date' | 'near' | readonly string[];

export type SearchOperator = {
  name: string;
  /** What may follow the colon. */
  value: OperatorValue;
  text: TextKey;
  /** Alternative spellings. */
  also?: readonly string[];
};

export const searchOperators: readonly SearchOperator[] = [
  { name: 'channel', value: 'channel', text: 'search.channel', also: ['in', 'stream'] },
  { name: 'topic', value: 'topic', text: 'search.topic', also: ['subject'] },
  { name: 'sender', value: 'person', text: 'search.sender', also: ['from'] },
  { name: 'dm', value: 'people', text: 'search.dm', also: ['pm-with'] },
  { name: 'dm-including', value: 'person', text: 'search.dmIncluding' },
  { name: 'mentions', value: 'person', text: 'search.mentions' },
  {
    name: 'is',
    value: ['unread', 'mentioned', 'starred', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
    text: 'search.is',
  },
  { name: 'has', value: ['link', 'attachment', 'image', 'reaction'], text: 'search.has' },
  { name: 'near', value: 'near', text: 'search.nearDay' },
  { name: 'before', value: 'date', text: 'search.before' },
  { name: 'after', value: 'date', text: 'search.after' },
  { name: 'date', value: 'date', text: 'search.date', also: ['on', 'during'] },
  { name: 'channels', value: ['public', 'archived'], text: 'search.channels', also: ['streams'] },
];

export const getOperator = (name: string): SearchOperator | undefined =>
  searchOperators.find((operator) => operator.name === name || operator.also?.includes(name) === true);
