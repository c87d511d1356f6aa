/** Conversations by when something was last said in them. */
import type { Message } from '../../../../wire/messages.ts';
import type { Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/messages/narrow.ts';
import { channelName, directName, topicName } from '../narrow/names.ts';
import { isQuiet } from '../channels/topic-visibility.ts';

export type RecentRow = {
  key: string;
  conversation: Destination;
  /** The newest message. */
  lastId: number;
  /** Seconds since 1970. */
  lastTime: number;
  /** Who wrote, the latest first. */
  participants: readonly number[];
  unread: number;
  mentions: number;
};

export type RecentFilter = 'unread' | 'mine' | 'direct' | 'channels';
export type RecentSort = 'last' | 'conversation' | 'unread';

export type RecentChoices = {
  text: string;
  filters: ReadonlySet<RecentFilter>;
  sort: RecentSort;
  isReversed: boolean;
  /** Messages before this one are only here by chance: what lies between is not. */
  oldest: number;
};

export function recentRows(live: Live, choices: RecentChoices): RecentRow[] {
  live.get('messages');
  const ownId = live.get('own').user_id;
  const found = new Map<string, RecentRow & { authors: Map<number, number> }>();
  for (const message of live.peek().messages.values()) {
    if (message.id < choices.oldest) continue;
    const conversation = getConversation(message, ownId);
    if (!isShown(live, conversation)) continue;
    const key = narrowKey(conversation);
    const row = found.get(key) ?? begin(key, conversation);
    found.set(key, row);
    addTo(row, message, conversation);
  }
  const rows = [...found.values()].map(({ authors, ...row }) => ({
    ...row,
    ...getUnread(live, row),
    participants: [...authors].sort((a, b) => b[1] - a[1]).map(([id]) => id),
  }));
  const order = compare(live, choices.sort);
  const sorted = rows.filter((row) => fits(live, row, choices, ownId)).sort(order);
  return choices.isReversed ? sorted.reverse() : sorted;
}

const begin = (key: string, conversation: Destination): RecentRow & { authors: Map<number, number> } => ({
  key,
  conversation,
  lastId: 0,
  lastTime: 0,
  participants: [],
  unread: 0,
  mentions: 0,
  authors: new Map(),
});

function addTo(
  row: RecentRow & { authors: Map<number, number> },
  message: Message,
  conversation: Destination,
): void {
  row.authors.set(message.sender_id, Math.max(row.authors.get(message.sender_id) ?? 0, message.id));
  if (message.id < row.lastId) return;
  row.lastId = message.id;
  row.lastTime = message.timestamp;
  // A topic is called what it was called last.
  row.conversation = conversation;
}

/** Muted topics, and channels that one is not in, are left out. */
function isShown(live: Live, to: Destination): boolean {
  if (to.kind === 'direct') return true;
  return live.get('subscriptions').has(to.channelId) && !isQuiet(live, to.channelId, to.topic);
}

function getUnread(live: Live, { conversation, key }: RecentRow): { unread: number; mentions: number } {
  const { channels, direct, mentions } = live.get('unreads');
  const ids =
    conversation.kind === 'direct'
      ? direct.get(key.slice('direct:'.length))
      : channels.get(conversation.channelId)?.get(key.slice(`topic:${conversation.channelId}:`.length))?.ids;
  return { unread: ids?.size ?? 0, mentions: ids?.intersection(mentions).size ?? 0 };
}

function fits(live: Live, row: RecentRow, { text, filters }: RecentChoices, ownId: number): boolean {
  if (filters.has('unread') && row.unread === 0) return false;
  if (filters.has('mine') && !row.participants.includes(ownId)) return false;
  if (filters.has('direct') && row.conversation.kind !== 'direct') return false;
  if (filters.has('channels') && row.conversation.kind !== 'topic') return false;
  const words = text.trim().toLocaleLowerCase();
  return words === '' || searchable(live, row).toLocaleLowerCase().includes(words);
}

const searchable = (live: Live, { conversation }: RecentRow): string =>
  conversation.kind === 'direct'
    ? directName(live, conversation.userIds)
    : `${channelName(live, conversation.channelId)} ${topicName(live, conversation.topic).name}`;

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

function compare(live: Live, sort: RecentSort): (a: RecentRow, b: RecentRow) => number {
  const byTime = (a: RecentRow, b: RecentRow): number => b.lastId - a.lastId;
  switch (sort) {
    case 'last':
      return byTime;
    case 'unread':
      return (a, b) => b.unread - a.unread || byTime(a, b);
    case 'conversation':
      return (a, b) => collator.compare(searchable(live, a), searchable(live, b));
  }
}
