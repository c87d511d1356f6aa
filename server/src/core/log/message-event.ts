/**
 * A new message as the log keeps it, and as each class of client gets it. The log has both renderings and who was
 * mentioned; a queue gets one rendering and its reader's own flags.
 */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { matchesMessage } from '../events/narrow.ts';
import type { Directory } from '../organization/organization-cache.ts';
import { isInGroup } from '../organization/permissions.ts';
import { once, openObject, type Encoder, type SharedTexts } from '../events/encode.ts';
import type { EventBody, LogEntry } from './entry.ts';
import type { EventQueue } from '../events/queue.ts';

/** The fields of the API's message that are the same for everyone. */
export interface SharedMessage {
  id: number;
  type: 'stream' | 'private';
  stream_id?: number;
  subject: string;
  sender_id: number;
  [field: string]: unknown;
}

export interface MessageEvent extends EventBody {
  type: 'message';
  message: SharedMessage;
  content: string;
  rendered: string;
  /** People mentioned by name or through a small group: members of the channel, and bots that it reaches outside. */
  mentioned: readonly number[];
  /** Groups too large to be written out. */
  mentionedGroups: readonly number[];
  /** People reached by a mention of everyone in the topic. */
  topicMentioned: readonly number[];
  isChannelWildcard: boolean;
  /** People who watch for a word in it. */
  alerted?: readonly number[];
  /** People for whom it counts as read. */
  readBy?: readonly number[];
  /** The only people for whom it does not. */
  unreadFor?: readonly number[];
  /** Guests of limited sight who know the sender from direct conversations, which are not in memory. */
  knownBy?: readonly number[];
  /** The sender asked to have it unread. */
  isUnreadForSender?: true;
  /** Where the sender's client sent it from, so that it can tell its own message. */
  local: { queue_id: string; local_id: string } | null;
}

export const isMessageEvent = (event: EventBody): event is MessageEvent => event.type === 'message';

/** What stands in place of the sender where the reader may not know of them: the same for all readers of one key. */
export interface StandIn {
  key: string;
  fields: () => Partial<SharedMessage>;
}

/** @param standIn For the sender, as this reader sees them; `null`: as they are. */
export const messageEncoder =
  (standIn: (event: MessageEvent, queue: EventQueue) => StandIn | null): Encoder =>
  (entry, queue, shared) => {
    const { event } = entry;
    if (!isMessageEvent(event)) return null;
    const text = textFor(event, queue, shared, standIn(event, queue));
    const local =
      event.local?.queue_id === queue.id ? `,"local_message_id":${JSON.stringify(event.local.local_id)}` : '';
    return `${text},"flags":${JSON.stringify(flagsFor(entry, event, queue))}${local}`;
  };

function textFor(
  event: MessageEvent,
  queue: EventQueue,
  shared: SharedTexts,
  standIn: StandIn | null,
): string {
  const { applyMarkdown, capabilities } = queue.options;
  const replacesEmpty =
    event.message.subject === '' && event.message.type === 'stream' && !capabilities.empty_topic_name;
  return once(shared, `${applyMarkdown} ${replacesEmpty} ${standIn?.key ?? ''}`, () => {
    const message = {
      ...event.message,
      ...standIn?.fields(),
      subject: replacesEmpty ? emptyTopicDisplayName : event.message.subject,
      content: applyMarkdown ? event.rendered : event.content,
      content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    };
    return openObject({ type: 'message', message });
  });
}

/** The reader's flags at the moment the message was sent. It mentions only those who received it. */
function flagsFor({ position }: LogEntry, event: MessageEvent, { userId, directory }: EventQueue): string[] {
  const { stream_id } = event.message;
  const flags: string[] = [];
  if (isReadFrom(event, userId)) flags.push('read');
  const isNamed = event.mentioned.includes(userId);
  // Of those who are not in the channel, bots that are mentioned by name have received it.
  const isReceived =
    stream_id === undefined || isNamed || directory.members.wasMember(stream_id, userId, position);
  if (!isReceived) return flags;
  if (isNamed || isInOneOf(directory, event.mentionedGroups, userId)) flags.push('mentioned');
  const isTopicMention = event.topicMentioned.includes(userId);
  if (event.isChannelWildcard) flags.push('stream_wildcard_mentioned');
  if (isTopicMention) flags.push('topic_wildcard_mentioned');
  if (event.alerted?.includes(userId)) flags.push('has_alert_word');
  // COMPAT(clients before level 224): one flag for both kinds of wildcard.
  if (event.isChannelWildcard || isTopicMention) flags.push('wildcard_mentioned');
  return flags;
}

function isReadFrom(
  { message, readBy, unreadFor, isUnreadForSender }: MessageEvent,
  userId: number,
): boolean {
  if (message.sender_id === userId) return !isUnreadForSender;
  return unreadFor ? !unreadFor.includes(userId) : readBy?.includes(userId) === true;
}

export function isInOneOf(directory: Directory, groupIds: readonly number[], userId: number): boolean {
  const user = directory.users.get(userId);
  return groupIds.some((id) => {
    const group = directory.groups.get(id);
    return user !== undefined && group !== undefined && isInGroup(directory, group, user);
  });
}

/** Whether a message passes the queue's own narrow. */
export function acceptsMessage(directory: Directory, queue: EventQueue, entry: LogEntry): boolean {
  const { event } = entry;
  if (queue.options.narrow.length === 0 || !isMessageEvent(event)) return true;
  const { message } = event;
  const isDirect = message.type === 'private';
  const channel = message.stream_id === undefined ? undefined : directory.channels.get(message.stream_id);
  return matchesMessage(queue.options.narrow, {
    channelId: channel?.id ?? null,
    channelName: channel?.name ?? null,
    topic: isDirect ? null : message.subject,
    senderId: message.sender_id,
    senderEmail: directory.users.get(message.sender_id)?.email ?? '',
    isDirect,
    flags: flagsFor(entry, event, queue),
  });
}
