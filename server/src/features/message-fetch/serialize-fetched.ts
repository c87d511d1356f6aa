/** Serializes fetched messages for one reader. */
import type { Selectable } from 'kysely';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type {
  EditHistoryItem,
  Message,
  MessageFlag,
  Reaction,
  Submessage,
} from '../../../../wire/messages.ts';
import { type MessageFacts, historyFor, sharedMessage } from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  organizationSettings,
} from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { type UserVisibility, unknownSender } from '../../core/users/index.ts';
import type { Schema } from '../../db/schema.ts';
import type { TopicLink } from '../../lib/markdown/links/topic-links.ts';

/** The row of a message, with the requested text. */
export type FetchedRow = Omit<
  Selectable<Schema['message']>,
  'org_id' | 'topic_key' | 'content' | 'rendered' | 'render_version'
> & {
  /** HTML or Markdown, as requested. */
  text: string;
};

export interface ReaderContext {
  cache: OrganizationCache;
  /** Who reads. */
  user: User;
  /** Users visible to the reader. */
  sees: UserVisibility;
  /** The host of the organization, for placeholder addresses of hidden users. */
  host: string;
  /** Whether the text is HTML. */
  isRendered: boolean;
  /** The client supports empty topics. */
  emptyTopics: boolean;
  flags: ReadonlyMap<number, readonly MessageFlag[]>;
  reactions: ReadonlyMap<number, readonly Reaction[]>;
  submessages: ReadonlyMap<number, readonly Submessage[]>;
  /** Links in a topic. */
  topicLinks: (topic: string) => readonly TopicLink[];
  /** Participants of each direct conversation. */
  people: ReadonlyMap<number, readonly number[]>;
}

export function fetchedMessage(row: FetchedRow, shown: ReaderContext): Message {
  const { cache, isRendered, emptyTopics, flags } = shown;
  const getTopic = (topic: string) => (topic === '' && !emptyTopics ? emptyTopicDisplayName : topic);
  const place = getPlace(row, shown);
  const sender = findUser(cache, row.sender_id);
  const message = sharedMessage({
    id: row.id,
    sender,
    realm: cache.organization.subdomain,
    client: row.client,
    sentAt: row.sent_at,
    topic: 'channel' in place ? getTopic(row.topic) : '',
    isMe: (row.traits & trait.isMe) !== 0,
    topicLinks: shown.topicLinks(row.topic),
    place,
  });
  if (!shown.sees(sender)) Object.assign(message, unknownSender(sender.id, shown.host));
  message.content = row.text;
  message.content_type = isRendered ? 'text/html' : 'text/x-markdown';
  message.flags = flags.get(row.id) ?? [];
  message.reactions = shown.reactions.get(row.id) ?? [];
  message.submessages = shown.submessages.get(row.id) ?? [];
  if (row.edited_at !== null) message.last_edit_timestamp = Math.floor(row.edited_at / 1000);
  if (row.moved_at !== null) message.last_moved_timestamp = Math.floor(row.moved_at / 1000);
  const history = row.edit_history === null ? null : editHistory(row, shown, getTopic);
  if (history) message.edit_history = history;
  // `SharedMessage` leaves open the fields that depend on the reader, all of which are set now.
  return message as unknown as Message;
}

function getPlace(row: FetchedRow, { cache, people }: ReaderContext): MessageFacts['place'] {
  if (row.channel_id !== null) return { channel: getChannel(cache, row.channel_id) };
  const directId = row.direct_id ?? 0;
  const ids = people.get(directId) ?? [];
  return { directId, people: ids.map((id) => findUser(cache, id)) };
}

function getChannel(cache: OrganizationCache, id: number): Channel {
  const channel = cache.channels.get(id);
  if (!channel) throw new Error(`Channel ${id} has messages but does not exist.`);
  return channel;
}

function findUser(cache: OrganizationCache, id: number): User {
  const user = cache.users.get(id);
  if (!user) throw new Error(`User ${id} has messages but does not exist.`);
  return user;
}

/** The part of the history that the organization and the reader's access allow; null if the organization shows none. */
function editHistory(
  { id, edit_history: stored }: FetchedRow,
  { cache, user }: ReaderContext,
  getTopic: (topic: string) => string,
): EditHistoryItem[] | null {
  const policy = organizationSettings(cache).message_edit_history_visibility_policy;
  if (policy === 'none') return null;
  return historyFor({ cache, user }, id, stored)
    .filter((item) => policy === 'all' || item.topic !== undefined || item.stream !== undefined)
    .map((item) => historyItem(item, policy === 'all', getTopic));
}

function historyItem(
  stored: EditHistoryItem,
  withContent: boolean,
  getTopic: (topic: string) => string,
): EditHistoryItem {
  const item: EditHistoryItem = { user_id: stored.user_id, timestamp: stored.timestamp };
  if (withContent && stored.prev_content !== undefined) item.prev_content = stored.prev_content;
  if (withContent && stored.prev_rendered_content !== undefined)
    item.prev_rendered_content = stored.prev_rendered_content;
  if (stored.prev_stream !== undefined) item.prev_stream = stored.prev_stream;
  if (stored.stream !== undefined) item.stream = stored.stream;
  if (stored.prev_topic !== undefined) item.prev_topic = getTopic(stored.prev_topic);
  if (stored.topic !== undefined) item.topic = getTopic(stored.topic);
  return item;
}
