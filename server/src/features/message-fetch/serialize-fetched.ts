/** Writes fetched messages for one reader. */
import type { Selectable } from 'kysely';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { EditHistoryItem, MessageFlag, Reaction, Submessage } from '../../../../wire/messages.ts';
import { type Reader, historyFor, messagePlace, messageSender } from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  organizationSettings,
} from '../../core/organization/index.ts';
import { trait } from '../../core/read-state/index.ts';
import { type UserVisibility, unknownSender } from '../../core/users/index.ts';
import type { Schema } from '../../db/schema.ts';
import { fieldsText } from '../../lib/json/json-text.ts';
import type { TopicLink } from '../../lib/markdown/links/topic-links.ts';
import { oncePer } from './once-per.ts';

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
  reader: Reader;
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

/**
 * Writes messages as JSON. What many of a page have in common, the sender, the place and the flags, is written once; no object is
 * made of a message.
 */
export function messageWriter(shown: ReaderContext): (row: FetchedRow) => string {
  const writeSender = oncePer((id: number) => senderText(id, shown));
  const inDirect = oncePer((directId: number) => directText(directId, shown));
  const inChannel = oncePer((id: number) => oncePer((topic: string) => topicText(id, topic, shown)));
  const writeFlags = oncePer((flags: readonly MessageFlag[]) => JSON.stringify(flags));
  const type = `"content_type":"${shown.isRendered ? 'text/html' : 'text/x-markdown'}"`;
  return (row) => {
    const { id, channel_id: channelId } = row;
    const place = channelId === null ? inDirect(row.direct_id ?? 0) : inChannel(channelId)(row.topic);
    const own = `"is_me_message":${(row.traits & trait.isMe) !== 0},"timestamp":${Math.floor(row.sent_at / 1000)}`;
    const texts = `"client":${JSON.stringify(row.client)},"content":${JSON.stringify(row.text)},${type}`;
    const flags = writeFlags(shown.flags.get(id) ?? noFlags);
    const added = `"reactions":${writeList(shown.reactions, id)},"submessages":${writeList(shown.submessages, id)}`;
    return `{"id":${id},${writeSender(row.sender_id)},${place},${own},${texts},"flags":${flags},${added}${changesText(row, shown)}}`;
  };
}

const noFlags: readonly MessageFlag[] = [];

function writeList(lists: ReadonlyMap<number, readonly object[]>, id: number): string {
  const list = lists.get(id);
  return list ? JSON.stringify(list) : '[]';
}

function senderText(id: number, { cache, sees, host }: ReaderContext): string {
  const sender = findUser(cache, id);
  const fields = messageSender(sender, cache.organization.subdomain);
  if (!sees(sender)) Object.assign(fields, unknownSender(id, host));
  return fieldsText(fields);
}

function directText(directId: number, { cache, people, topicLinks }: ReaderContext): string {
  const ids = people.get(directId) ?? [];
  const place = { directId, people: ids.map((id) => findUser(cache, id)) };
  return fieldsText(messagePlace({ topic: '', topicLinks: topicLinks(''), place }));
}

function topicText(channelId: number, topic: string, shown: ReaderContext): string {
  const place = { channel: getChannel(shown.cache, channelId) };
  const links = shown.topicLinks(topic);
  return fieldsText(messagePlace({ topic: shownTopic(topic, shown), topicLinks: links, place }));
}

/** The name of the topic for the client. */
export const shownTopic = (topic: string, { emptyTopics }: Pick<ReaderContext, 'emptyTopics'>): string =>
  topic === '' && !emptyTopics ? emptyTopicDisplayName : topic;

/** The fields of a message that has changed, each after a comma. */
function changesText(row: FetchedRow, shown: ReaderContext): string {
  const { edited_at: editedAt, moved_at: movedAt } = row;
  const history = row.edit_history === null ? null : editHistory(row, shown);
  return [
    editedAt === null ? '' : `,"last_edit_timestamp":${Math.floor(editedAt / 1000)}`,
    movedAt === null ? '' : `,"last_moved_timestamp":${Math.floor(movedAt / 1000)}`,
    history ? `,"edit_history":${JSON.stringify(history)}` : '',
  ].join('');
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
  shown: ReaderContext,
): EditHistoryItem[] | null {
  const { cache, reader } = shown;
  const policy = organizationSettings(cache).message_edit_history_visibility_policy;
  if (policy === 'none') return null;
  return historyFor(reader, id, stored)
    .filter((item) => policy === 'all' || item.topic !== undefined || item.stream !== undefined)
    .map((item) => historyItem(item, policy === 'all', (topic) => shownTopic(topic, shown)));
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
