/** The names of a reader's flags. */
import type { MessageFlag } from '../../../../wire/messages.ts';

/** What a message is to its reader, as bits. */
export const shown = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channelWildcard: 16,
  topicWildcard: 32,
  alertWord: 64,
  historical: 128,
} as const;

const names: readonly [bits: number, name: MessageFlag][] = [
  [shown.read, 'read'],
  [shown.starred, 'starred'],
  [shown.collapsed, 'collapsed'],
  [shown.mentioned, 'mentioned'],
  [shown.channelWildcard, 'stream_wildcard_mentioned'],
  [shown.topicWildcard, 'topic_wildcard_mentioned'],
  [shown.alertWord, 'has_alert_word'],
  [shown.historical, 'historical'],
  // COMPAT(clients before level 224): one flag for both kinds of wildcard.
  [shown.channelWildcard | shown.topicWildcard, 'wildcard_mentioned'],
];

const known = new Map<number, readonly MessageFlag[]>();

/** The names of a set of `shown` bits; made once for each set, since a page of messages has few of them. */
export function flagNames(set: number): readonly MessageFlag[] {
  let list = known.get(set);
  if (!list) known.set(set, (list = names.filter(([bits]) => set & bits).map(([, name]) => name)));
  return list;
}
