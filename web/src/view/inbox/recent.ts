/** Conversations by the time of their last message. */
import type { Message } from '../../../../wire/messages.ts';
import type { Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { collator } from '../text/collator.ts';
import { narrowing } from '../text/fold.ts';
import { channelName, directName, topicName } from '../narrow/names.ts';
import { knownTopics } from '../channels/topics.ts';
import { isQuiet } from '../channels/topic-visibility.ts';
import { findAuthors, getUnread, type ConversationRow, type RowSort } from '../channels/conversation-rows.ts';

export type RecentFilter = 'unread' | 'mine' | 'direct' | 'channels';

export type RecentChoices = {
  filters: ReadonlySet<RecentFilter>;
  sort: RowSort;
  isReversed: boolean;
  /** Messages before this one are loaded incompletely, so they do not count. */
  oldest: number;
  /** Whether the topics of all channels are loaded: then no conversation is missing. */
  hasTopics?: boolean;
};

/** Independent of the filter. */
export function recentRows(live: Live, choices: RecentChoices): ConversationRow[] {
  live.get('messages');
  const ownId = live.get('own').user_id;
  const { oldest, hasTopics = false } = choices;
  const messages = [...live.peek().messages.values()].filter(({ id }) => hasTopics || id >= oldest);
  const authors = findAuthors(messages, ownId);
  const found = findNewest(messages, ownId);
  if (hasTopics) addListed(live, found);
  const rows = [...found]
    .filter(([, { conversation }]) => isShown(live, conversation))
    .map(([key, row]) => ({
      ...row,
      key,
      ...getUnread(live, row.conversation),
      participants: authors.get(key) ?? [],
    }));
  const order = compare(live, choices.sort);
  const sorted = rows.filter((row) => fits(row, choices, ownId)).sort(order);
  return choices.isReversed ? sorted.reverse() : sorted;
}

type Newest = Pick<ConversationRow, 'conversation' | 'lastId' | 'lastTime'>;

/** A topic is shown with its most recent name. */
function findNewest(messages: readonly Message[], ownId: number): Map<string, Newest> {
  const found = new Map<string, Newest>();
  for (const message of messages) {
    const conversation = getConversation(message, ownId);
    const key = narrowKey(conversation);
    if (message.id > (found.get(key)?.lastId ?? 0))
      found.set(key, { conversation, lastId: message.id, lastTime: message.timestamp });
  }
  return found;
}

/** Conversations without a loaded message. */
function addListed(live: Live, found: Map<string, Newest>): void {
  const { messages } = live.peek();
  const add = (conversation: Destination, lastId: number): void => {
    const key = narrowKey(conversation);
    if (lastId <= (found.get(key)?.lastId ?? 0)) return;
    found.set(key, { conversation, lastId, lastTime: messages.get(lastId)?.timestamp });
  };
  for (const [key, lastId] of live.get('conversations'))
    add({ kind: 'direct', userIds: key === '' ? [] : key.split(',').map(Number) }, lastId);
  for (const channelId of live.get('subscriptions').keys())
    for (const { topic, lastId } of knownTopics(live, channelId))
      add({ kind: 'topic', channelId, topic }, lastId);
}

/** Leaves out muted topics and channels without a subscription. */
function isShown(live: Live, to: Destination): boolean {
  if (to.kind === 'direct') return true;
  return live.get('subscriptions').has(to.channelId) && !isQuiet(live, to.channelId, to.topic);
}

/** Filters by words in the name of the conversation or of its channel. */
export const recentFilter = (live: Live) => narrowing<ConversationRow>((row) => getNames(live, row));

function fits(row: ConversationRow, { filters }: RecentChoices, ownId: number): boolean {
  if (filters.has('unread') && row.unread === 0) return false;
  if (filters.has('mine') && !row.participants.includes(ownId)) return false;
  if (filters.has('direct') && row.conversation.kind !== 'direct') return false;
  return !filters.has('channels') || row.conversation.kind === 'topic';
}

const getNames = (live: Live, { conversation }: ConversationRow): string[] =>
  conversation.kind === 'direct'
    ? [directName(live, conversation.userIds)]
    : [channelName(live, conversation.channelId), topicName(live, conversation.topic).name];

function compare(live: Live, sort: RowSort): (a: ConversationRow, b: ConversationRow) => number {
  const byTime = (a: ConversationRow, b: ConversationRow): number => b.lastId - a.lastId;
  switch (sort) {
    case 'last':
      return byTime;
    case 'unread':
      return (a, b) => b.unread - a.unread || byTime(a, b);
    case 'conversation':
      return (a, b) => collator.compare(getNames(live, a).join(' '), getNames(live, b).join(' '));
  }
}
