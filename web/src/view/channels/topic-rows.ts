/** The rows of the topic list of a channel. */
import type { KnownTopic } from '../../store/channels/topics.ts';
import type { Live } from '../../store/live.ts';
import { matches, narrowKey } from '../../store/narrow/narrow.ts';
import { findAuthors, getUnread, type ConversationRow, type RowSort } from './conversation-rows.ts';
import { topicName } from '../narrow/names.ts';
import { collator } from '../text/collator.ts';
import { isQuiet, topicVisibility } from './topic-visibility.ts';
import { narrowing } from '../text/fold.ts';

export type TopicFilter = 'unread' | 'followed' | 'unresolved' | 'mine';

export type TopicChoices = {
  filters: ReadonlySet<TopicFilter>;
  sort: RowSort;
  isReversed: boolean;
};

export type TopicRow = ConversationRow & { name: string; isResolved: boolean };

/**
 * Independent of the filter.
 * @param topics of the channel, newest first
 */
export function topicRows(
  live: Live,
  channelId: number,
  topics: readonly KnownTopic[],
  choices: TopicChoices,
): TopicRow[] {
  live.get('messages');
  const state = live.peek();
  const { messages, own } = state;
  const channel = { kind: 'channel', channelId } as const;
  const inChannel = [...messages.values()].filter((message) => matches(channel, message, state) === true);
  const authors = findAuthors(inChannel, own.user_id);
  const rows = topics.map(({ topic, lastId }): TopicRow => {
    const conversation = { kind: 'topic', channelId, topic } as const;
    const key = narrowKey(conversation);
    const { name, isResolved } = topicName(live, topic);
    return {
      key,
      conversation,
      lastId,
      lastTime: messages.get(lastId)?.timestamp,
      participants: authors.get(key) ?? [],
      ...getUnread(live, conversation),
      name,
      isResolved,
    };
  });
  const shown = rows.filter((row) => fits(live, row, choices, own.user_id)).sort(getOrder(choices.sort));
  return choices.isReversed ? shown.reverse() : shown;
}

/** Filters the rows by words. */
export const topicFilter = () => narrowing<TopicRow>(({ name }) => [name]);

function fits(live: Live, row: TopicRow, { filters }: TopicChoices, ownId: number): boolean {
  const { conversation: to } = row;
  if (to.kind !== 'topic') return false;
  if (filters.has('unread') && (row.unread === 0 || isQuiet(live, to.channelId, to.topic))) return false;
  if (filters.has('followed') && topicVisibility(live, to.channelId, to.topic) !== 'followed') return false;
  if (filters.has('unresolved') && row.isResolved) return false;
  return !filters.has('mine') || row.participants.includes(ownId);
}

function getOrder(sort: RowSort): (a: TopicRow, b: TopicRow) => number {
  const byTime = (a: TopicRow, b: TopicRow): number => b.lastId - a.lastId;
  if (sort === 'last') return byTime;
  if (sort === 'unread') return (a, b) => b.unread - a.unread || byTime(a, b);
  return (a, b) => collator.compare(a.name, b.name);
}
