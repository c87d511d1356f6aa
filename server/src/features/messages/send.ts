/** Sending a message: rendered before the transaction, stored and told in it. */
import type { SendMessageParams } from '../../../../wire/messages.ts';
import { limits } from '../../../../wire/core.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { organizationSettings } from '../../directory/settings.ts';
import type { Channel, User } from '../../directory/types.ts';
import type { MessageEvent } from '../../events/message-event.ts';
import type { Heddle } from '../../heddle.ts';
import { badRequest } from '../../http/errors.ts';
import type { Principal } from '../../http/principal.ts';
import { renderMessage, renderVersion, type PreviewSource, type Rendered } from '../../markdown/render.ts';
import { topicLinks } from '../../markdown/topic-links.ts';
import { widgetIn } from '../../markdown/widgets.ts';
import { codePoints, isWellFormed, nameKey, truncate } from '../../text.ts';
import { alertedBy } from '../alert-words/alerted.ts';
import { callWebhooks } from '../bots/trigger.ts';
import { whoSees } from '../channels/audience.ts';
import { mutersOfUser } from '../muted-users/queries.ts';
import { beginWidget } from '../submessages/actions.ts';
import { givenWidget } from '../submessages/checks.ts';
import { followWhereMentioned, noteParticipation } from '../user-topics/automatic.ts';
import { claimable, claimAttachments } from '../uploads/claim.ts';
import { mayShowFiles, previewsFor } from '../uploads/previews.ts';
import { showLater } from '../uploads/thumbnails-later.ts';
import { isLimited, sightOf, type Sight } from '../users/sight.ts';
import { channelForPosting } from './access.ts';
import { flagBit, trait } from './bits.ts';
import { addFlagBits, addFlagBitsFor } from './flag-rows.ts';
import { markReadFor } from './mark-many.ts';
import { presence, resolveMentions, storeMentions, type Mentions } from './mentioned.ts';
import { mentionSource } from './mentions.ts';
import { channelRef, checkDirectAllowed, checkKnown, correspondents, directFor } from './recipients.ts';
import { renderOptionsFor } from './render-options.ts';
import { sendKey, rememberSend, sentBefore } from './resend.ts';
import { channelChanged, sharedMessage, type MessageFacts } from './serialize.ts';
import { checkTopicAllowed, cleanTopic, noteInTopic } from './topics.ts';

export interface Draft {
  content: string;
  rendered: Rendered;
  /** Who watches for a word in it, whether they receive it or not. */
  alerted: readonly number[];
  /** What it is shown as: the content of its first submessage. */
  widget: string | undefined;
}

interface Placed {
  channelId: number | null;
  directId: number | null;
  topic: string;
  place: MessageFacts['place'];
}

export type SendRequest = SendMessageParams & {
  idempotencyKey?: string | undefined;
  /** Where the organization is for the sender: links into it become relative. */
  origin?: string | undefined;
};

/** Answers the id of the message, the first one's if this is a repetition. */
export async function sendMessage(
  heddle: Heddle,
  me: Principal,
  request: SendRequest,
  client: string,
): Promise<number> {
  // Nothing is awaited for most people, so that what is sent in one turn is stored in its order.
  const sees = isLimited(me.directory, me.user)
    ? await sightOf(heddle.db.read, me.directory, me.user)
    : undefined;
  const previews = mayShowFiles(request.content)
    ? await previewsFor(heddle.db.read, me, request.content)
    : undefined;
  const widget = request.widget_content === undefined ? undefined : givenWidget(request.widget_content);
  const organizationUrl = request.origin;
  const draft = prepareDraft(me, request.content, { sees, organizationUrl, previews, widget });
  return heddle.db.write(me.orgId, me, async (tx) => {
    const key = sendKey(request);
    const before = key === null ? undefined : await sentBefore(tx, me.id, key);
    if (before !== undefined) return before;
    const sender = tx.directory.users.get(me.id) ?? me.user;
    const local =
      request.queue_id !== undefined && request.local_id !== undefined
        ? { queue_id: request.queue_id, local_id: request.local_id }
        : null;
    const reading = { keepsUnread: request.read_by_sender === false };
    const id = await (isForChannel(request)
      ? sendToChannel(tx, sender, request, draft, client, local, reading)
      : sendDirect(tx, sender, request, draft, client, local, reading));
    if (key !== null) await rememberSend(tx, me.id, key, id);
    return id;
  });
}

const isForChannel = ({ type }: SendMessageParams): boolean => type === 'channel' || type === 'stream';

/** How one person's messages are rendered. */
export interface Rendering {
  /** Whom they may know of; everyone, if nothing is said. */
  sees?: Sight | undefined;
  organizationUrl?: string | undefined;
  /** Files that are shown in the text. */
  previews?: PreviewSource | undefined;
  /** What it is shown as, whatever the text says. */
  widget?: string | undefined;
}

/** @throws ApiError for text that cannot be a message. Text that is too long is cut, and says so. */
export function prepareDraft(
  me: Pick<Principal, 'directory' | 'user'>,
  given: string,
  { sees, organizationUrl, previews, widget }: Rendering = {},
): Draft {
  const content = cleanContent(given);
  const rendered = renderMessage(content, mentionSource(me.directory, me.user, sees), {
    ...renderOptionsFor(me.directory, me.user),
    organizationUrl,
    previews,
    hidePreviews: !organizationSettings(me.directory).inline_image_preview,
  });
  return {
    content,
    rendered,
    alerted: alertedBy(me.directory, content),
    widget: widget ?? widgetIn(content)?.content,
  };
}

const truncated = '\n[message truncated]';

function cleanContent(given: string): string {
  if (given.includes('\0')) throw badRequest('Message must not contain null bytes');
  if (!isWellFormed(given)) throw badRequest('Message is not valid Unicode');
  const content = given.trimEnd().replace(/^\n+/, '');
  if (content === '') throw badRequest('Message must not be empty');
  return codePoints(content) > limits.messageLength
    ? truncate(content, limits.messageLength, truncated)
    : content;
}

type Local = MessageEvent['local'];

/** Who has to read a message, where that is not everyone but its sender and those who do not want to hear them. */
export interface Reading {
  /** The sender wants to find it unread. */
  keepsUnread?: boolean;
  /** Members for whom it counts as read. */
  readBy?: readonly number[];
  /** The only members who have to read it. */
  unreadFor?: readonly number[];
}

export async function sendToChannel(
  tx: Tx,
  sender: User,
  { to, topic, subject }: Pick<SendMessageParams, 'to' | 'topic' | 'subject'>,
  draft: Draft,
  client: string,
  local: Local,
  reading: Reading = {},
): Promise<number> {
  const channel = channelForPosting(tx.directory, sender, channelRef(to));
  const given = topic ?? subject;
  if (given === undefined) throw badRequest('Missing topic');
  const name = cleanTopic(given);
  await checkTopicAllowed(tx, channel, sender, name);
  const mentions = await resolveMentions(tx, sender, draft.rendered, { channel, topic: name });
  const placed = { channelId: channel.id, directId: null, topic: name, place: { channel } };
  const id = await store(tx, sender, { draft, mentions, client, placed, local, reading });
  await noteParticipation(tx, sender, channel, name, 'sending');
  await noteInTopic(tx, channel.id, name, id);
  await followWhereMentioned(tx, channel, name, draft.rendered.mentionedUsers);
  if (channel.firstMessageId === null || !channel.isRecentlyActive) await wakeChannel(tx, channel, id);
  return id;
}

export async function sendDirect(
  tx: Tx,
  sender: User,
  { to }: Pick<SendMessageParams, 'to'>,
  draft: Draft,
  client: string,
  local: Local,
  reading: Reading = {},
): Promise<number> {
  const people = correspondents(tx.directory, sender, to);
  await checkKnown(tx, sender, people);
  const directId = await directFor(tx, people);
  await checkDirectAllowed(tx, sender, people, directId);
  const mentions = await resolveMentions(tx, sender, draft.rendered, { people });
  const placed = { channelId: null, directId, topic: '', place: { directId, people } };
  return store(tx, sender, { draft, mentions, client, placed, local, reading });
}

interface MessageValues {
  org_id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  topic_key: string;
  content: string;
  rendered: string;
  client: string;
  sent_at: number;
  traits: number;
}

const insertMessage = prepared<MessageValues>()((q, p) =>
  q
    .insertInto('message')
    .values({
      org_id: p.org_id,
      channel_id: p.channel_id,
      direct_id: p.direct_id,
      sender_id: p.sender_id,
      topic: p.topic,
      topic_key: p.topic_key,
      content: p.content,
      rendered: p.rendered,
      render_version: renderVersion,
      client: p.client,
      sent_at: p.sent_at,
      traits: p.traits,
    })
    .returning('id'),
);

interface Sending {
  draft: Draft;
  mentions: Mentions;
  client: string;
  placed: Placed;
  local: Local;
  reading: Reading;
}

/** The rows of a message and its event. */
async function store(tx: Tx, sender: User, sending: Sending): Promise<number> {
  const { draft, mentions, client, placed, local } = sending;
  const { content, rendered } = draft;
  const { channelId, directId, topic, place } = placed;
  const files = await claimable(tx, sender, rendered.uploads);
  const row = await tx.first(insertMessage, {
    org_id: tx.orgId,
    channel_id: channelId,
    direct_id: directId,
    sender_id: sender.id,
    topic,
    topic_key: nameKey(topic),
    content,
    rendered: rendered.html,
    client,
    sent_at: tx.now,
    traits:
      traitsOf(rendered, mentions, files.length > 0) |
      (draft.widget === undefined ? 0 : trait.hasSubmessage) |
      (sending.reading.unreadFor === undefined ? 0 : trait.quiet),
  });
  if (!row) throw new Error('The database gave the message no id.');
  await storeMentions(tx, row.id, mentions);
  if (files.length > 0) await claimAttachments(tx, sender, row.id, rendered.uploads);
  if (rendered.awaitedThumbnails.length > 0) await showLater(tx, [row.id]);
  const alerted = draft.alerted.filter(presence(tx, place));
  await addFlagBitsFor(tx, row.id, alerted, flagBit.hasAlertWord);
  const read = await storeReading(tx, sender, row.id, sending);
  const message = sharedMessage({
    id: row.id,
    sender,
    realm: tx.directory.organization.subdomain,
    client,
    sentAt: tx.now,
    topic,
    isMe: rendered.isMe,
    topicLinks: topicLinks(topic, tx.directory.organization.linkifiers),
    place,
  });
  if (draft.widget !== undefined) message.submessages = [await beginWidget(tx, sender, row.id, draft.widget)];
  const event: MessageEvent = {
    type: 'message',
    message,
    content,
    rendered: rendered.html,
    local,
    ...mentions,
    ...(alerted.length > 0 ? { alerted } : {}),
    ...read,
  };
  emitMessage(tx, event, place);
  await callWebhooks(tx, sender, { id: row.id, mentioned: rendered.mentionedUsers, place });
  return row.id;
}

type EventReading = Pick<MessageEvent, 'readBy' | 'unreadFor' | 'isUnreadForSender'>;

/** Answers what the event says of it. */
async function storeReading(
  tx: Tx,
  sender: User,
  id: number,
  { placed, reading }: Sending,
): Promise<EventReading> {
  const isHere = presence(tx, placed.place);
  const muters = await mutersOfUser(tx, sender.id);
  const readBy = [...new Set([...muters, ...(reading.readBy ?? [])])].filter(isHere);
  await markReadFor(tx, readBy, id);
  const { unreadFor } = reading;
  if (unreadFor) await addFlagBitsFor(tx, id, unreadFor, flagBit.keptUnread);
  const isKept = reading.keepsUnread === true && (placed.directId !== null || isHere(sender.id));
  if (isKept) await addFlagBits(tx, sender.id, [id], flagBit.keptUnread);
  return {
    ...(readBy.length > 0 ? { readBy } : {}),
    ...(unreadFor ? { unreadFor } : {}),
    ...(isKept ? { isUnreadForSender: true } : {}),
  };
}

function emitMessage(tx: Tx, event: MessageEvent, place: MessageFacts['place']): void {
  if ('people' in place) {
    tx.emit(event, { users: place.people.map((user) => user.id) });
    return;
  }
  const { channel } = place;
  const users = [event.message.sender_id];
  tx.emit(
    event,
    channel.isPrivate ? { channel: channel.id, users } : { channel: channel.id, users, allPublic: true },
  );
}

export function traitsOf(rendered: Rendered, mentions: Mentions, hasAttachment: boolean): number {
  return (
    (mentions.isChannelWildcard ? trait.channelWildcard : 0) |
    (mentions.topicMentioned.length > 0 ? trait.topicWildcard : 0) |
    (mentions.mentionedGroups.length > 0 ? trait.groupMention : 0) |
    (rendered.isMe ? trait.isMe : 0) |
    (rendered.hasLink ? trait.hasLink : 0) |
    (rendered.hasImage ? trait.hasImage : 0) |
    (hasAttachment ? trait.hasAttachment : 0)
  );
}

/** The first message of a channel, or the first after a long silence, changes what is shown of the channel. */
async function wakeChannel(tx: Tx, channel: Channel, messageId: number): Promise<void> {
  await tx.q
    .updateTable('channel')
    .set({ is_recently_active: 1, first_message_id: channel.firstMessageId ?? messageId })
    .where('id', '=', channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [channel.id] });
  const audience = whoSees(channel);
  if (channel.firstMessageId === null)
    tx.emit(channelChanged(channel, 'first_message_id', messageId), audience);
  if (!channel.isRecentlyActive) tx.emit(channelChanged(channel, 'is_recently_active', true), audience);
}
