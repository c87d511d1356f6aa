/** Encodes new messages for each client class: one of the two renderings, and the reader's flags. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type LogEntry, type MessageEvent, type SharedMessage, isMessageEvent } from '../log/index.ts';
import { type Channel, type OrganizationCache, isInAnyGroup } from '../organization/index.ts';
import type { TermOf, UserRef } from '../../lib/narrow/terms.ts';
import { emailKey } from '../../lib/text.ts';
import { once, openObject, type Encoder, type SharedTexts, type DeliveryTarget } from './encode.ts';
import { matchesMessage } from './narrow.ts';

/** Replaces a sender that the reader may not see; the same for all readers with one key. */
export interface StandIn {
  key: string;
  fields: () => Partial<SharedMessage>;
}

/** @param standIn Replacement for the sender as seen by this reader; `null`: none. */
export const messageEncoder =
  (standIn: (event: MessageEvent, queue: DeliveryTarget) => StandIn | null): Encoder =>
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
  queue: DeliveryTarget,
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

/** The reader's flags at the time of sending. Only recipients are mentioned. */
function flagsFor({ position }: LogEntry, event: MessageEvent, { userId, cache }: DeliveryTarget): string[] {
  const { stream_id } = event.message;
  const flags: string[] = [];
  if (isReadFrom(event, userId)) flags.push('read');
  const isNamed = event.mentioned.includes(userId);
  // Outside the channel, only bots mentioned by name receive it.
  const isReceived =
    stream_id === undefined || isNamed || cache.members.wasMember(stream_id, userId, position);
  if (!isReceived) return flags;
  if (isNamed || isInAnyGroup(cache, event.mentionedGroups, userId)) flags.push('mentioned');
  const isTopicMention = event.topicMentioned.includes(userId);
  if (event.isChannelWildcard) flags.push('stream_wildcard_mentioned');
  if (isTopicMention) flags.push('topic_wildcard_mentioned');
  if (event.alerted?.includes(userId)) flags.push('has_alert_word');
  // COMPAT(clients before level 224): one flag for both kinds of wildcard mentions.
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

const isOfKind: Readonly<Record<TermOf<'channels'>['operand'], (channel: Channel) => boolean>> = {
  archived: (channel) => channel.isArchived,
  public: (channel) => !channel.isPrivate,
  'web-public': (channel) => channel.isWebPublic,
};

/** Decides as for the flag `mentioned` of this user. */
function mentionsUser(cache: OrganizationCache, event: MessageEvent, ref: UserRef): boolean {
  const user = typeof ref === 'number' ? cache.users.get(ref) : cache.users.find('email', emailKey(ref));
  if (!user) return false;
  const { stream_id } = event.message;
  if (event.mentioned.includes(user.id)) return true;
  const isReceived = stream_id === undefined || cache.members.has(stream_id, user.id);
  return isReceived && isInAnyGroup(cache, event.mentionedGroups, user.id);
}

/** Whether a message matches the queue's narrow. */
export function acceptsMessage(cache: OrganizationCache, queue: DeliveryTarget, entry: LogEntry): boolean {
  const { event } = entry;
  if (queue.options.narrow.length === 0 || !isMessageEvent(event)) return true;
  const { message } = event;
  const isDirect = message.type === 'private';
  const channel = message.stream_id === undefined ? undefined : cache.channels.get(message.stream_id);
  return matchesMessage(queue.options.narrow, {
    channelId: channel?.id ?? null,
    channelName: channel?.name ?? null,
    topic: isDirect ? null : message.subject,
    senderId: message.sender_id,
    senderEmail: cache.users.get(message.sender_id)?.email ?? '',
    isDirect,
    flags: flagsFor(entry, event, queue),
    isIn: (kind) => channel !== undefined && isOfKind[kind](channel),
    mentions: (user) => mentionsUser(cache, event, user),
  });
}
