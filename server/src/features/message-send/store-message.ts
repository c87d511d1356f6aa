/** Stores a new message and emits its event. */
import { isWrittenWith } from '../../lib/client-programs.ts';
import type { GatheredValue } from '../../db/gathered-table.ts';
import { prepared } from '../../db/prepared.ts';
import type { MessageTable } from '../../db/schema.ts';
import { messageTable } from '../../db/schema/bulk-tables.ts';
import { type MessageEvent, type Tx, trigger } from '../../core/log/index.ts';
import { type MessageFacts, sharedMessage } from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import { addFlagBitsFor, flagBit, markReadFor, trait } from '../../core/read-state/index.ts';
import { limitedPartners } from '../../core/users/index.ts';
import { beginWidget } from '../submessages/index.ts';
import { claimAttachments, claimable, enqueueShowingThumbnails } from '../uploads/index.ts';
import { enqueuePreviews } from '../website-previews/index.ts';
import { renderVersion, type Rendered } from '../../lib/markdown/render.ts';
import { topicLinks } from '../../lib/markdown/links/topic-links.ts';
import { nameKey } from '../../lib/text.ts';
import type { Draft } from './draft.ts';
import { storeReceipts, presence, storeMentions, type Mentions } from './mentioned.ts';
import { messageStored } from './hooks.ts';

/** @param isRead As requested. By default messages sent by scripts, and notes to oneself, are unread for their sender. */
export function keepsUnread(program: string, isRead: boolean | undefined): boolean | 'note' {
  if (isRead !== undefined) return !isRead;
  return isWrittenWith(program) ? 'note' : true;
}

/** A rendered message and its origin. */
export interface Posting {
  draft: Draft;
  /** Name of the client program. */
  client: string;
  /** By which the sender's client recognizes the message. */
  local?: MessageEvent['local'];
  reading?: Reading;
}

/** Users for whom a message is unread. By default: everyone except the sender and users who muted the sender. */
export interface Reading {
  /** Unread for its sender too; with `note`, for nobody else. */
  keepsUnread?: boolean | 'note';
  /** Members for whom it counts as read. */
  readBy?: readonly number[];
  /** The only members for whom it is unread. */
  unreadFor?: readonly number[];
}

/** Where the message is stored. */
interface StoredDestination {
  channelId: number | null;
  directId: number | null;
  topic: string;
  place: MessageFacts['place'];
}

interface Sending extends Posting {
  mentions: Mentions;
  placed: StoredDestination;
}

/** The initial state of a message. */
type MessageValues = Omit<MessageTable, 'id' | 'render_version' | 'edited_at' | 'moved_at' | 'edit_history'>;

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

/** @returns its id */
export async function storeMessage(tx: Tx, sender: User, sending: Sending): Promise<number> {
  const { draft, mentions, placed } = sending;
  const { rendered, widget } = draft;
  const isUnreadForSender = isLeftUnread(tx, sender, sending);
  const files = await claimable(tx, sender, rendered.uploads);
  const traits =
    getTraits(rendered, mentions, files.length > 0) |
    (widget === undefined ? 0 : trait.hasSubmessage) |
    (sending.reading?.unreadFor === undefined ? 0 : trait.quiet) |
    (isUnreadForSender ? trait.unreadForSender : 0);
  const id = await insert(tx, sender, sending, traits);
  await storeMentions(tx, id, mentions);
  if (files.length > 0) await claimAttachments(tx, sender, id, rendered.uploads);
  if (rendered.awaitedThumbnails.length > 0) await enqueueShowingThumbnails(tx, [id]);
  await enqueuePreviews(tx, sender, id, draft);
  const alerted = draft.alerted.filter(presence(tx, placed.place));
  await addFlagBitsFor(tx, id, alerted, flagBit.hasAlertWord);
  const bots = await storeForBots(tx, id, sending);
  const read = await storeReading(tx, sender, id, sending);
  const submessages = widget === undefined ? undefined : [await beginWidget(tx, sender, id, widget)];
  const event: MessageEvent = {
    type: 'message',
    message: { ...shared(tx, sender, id, sending), ...(submessages ? { submessages } : {}) },
    content: draft.content,
    rendered: rendered.html,
    local: sending.local ?? null,
    ...mentions,
    ...(alerted.length > 0 ? { alerted } : {}),
    ...read,
    ...(isUnreadForSender ? { isUnreadForSender } : {}),
    ...(await knownBy(tx, sender, placed)),
  };
  emitMessage(tx, event, placed.place, bots);
  await trigger(tx, messageStored, {
    id,
    sender,
    mentioned: rendered.mentionedUsers,
    place: placed.place,
  });
  return id;
}

/** @returns bots that receive the message without being subscribed to the channel */
async function storeForBots(tx: Tx, id: number, { mentions, placed }: Sending): Promise<number[]> {
  const { channelId, place } = placed;
  if (channelId === null) return [];
  const isHere = presence(tx, place);
  const bots = mentions.mentioned.filter((userId) => !isHere(userId));
  await storeReceipts(tx, channelId, id, bots);
  await addFlagBitsFor(tx, id, bots, flagBit.keptUnread | flagBit.reachedOutside);
  return bots;
}

async function insert(
  tx: Tx,
  sender: User,
  { draft, client, placed }: Sending,
  traits: number,
): Promise<number> {
  return storeRow(tx, {
    org_id: tx.orgId,
    channel_id: placed.channelId,
    direct_id: placed.directId,
    sender_id: sender.id,
    topic: placed.topic,
    topic_key: nameKey(placed.topic),
    content: draft.content,
    rendered: draft.rendered.html,
    client,
    sent_at: tx.now,
    traits,
  });
}

/** @returns the id of the message */
async function storeRow(tx: Tx, values: MessageValues): Promise<number> {
  const id = await tx.connection.gathering?.nextMessageId();
  if (id !== undefined) {
    const row: Readonly<Record<string, GatheredValue>> = {
      ...values,
      id,
      render_version: renderVersion,
    } satisfies Record<keyof typeof messageTable.columns, GatheredValue>;
    await tx.add(
      messageTable,
      Object.keys(messageTable.columns).map((name) => row[name] ?? null),
    );
    return id;
  }
  const row = await tx.first(insertMessage, values);
  if (!row) throw new Error('The database gave the message no id.');
  return row.id;
}

/** The part of the event that is the same for everyone. */
const shared = (tx: Tx, sender: User, id: number, { draft, client, placed }: Sending) =>
  sharedMessage({
    id,
    sender,
    realm: tx.cache.organization.subdomain,
    client,
    sentAt: tx.now,
    topic: placed.topic,
    isMe: draft.rendered.isMe,
    topicLinks: topicLinks(placed.topic, tx.cache.organization.linkifiers),
    place: placed.place,
  });

type EventReading = Pick<MessageEvent, 'readBy' | 'unreadFor'>;

/** @returns the fields of the event about read state */
async function storeReading(
  tx: Tx,
  sender: User,
  id: number,
  { placed, reading = {} }: Sending,
): Promise<EventReading> {
  const isHere = presence(tx, placed.place);
  const muters = tx.cache.users.get(sender.id)?.mutedBy ?? [];
  const readBy = [...new Set([...muters, ...(reading.readBy ?? [])])].filter(isHere);
  await markReadFor(tx, readBy, id);
  const { unreadFor } = reading;
  if (unreadFor) await addFlagBitsFor(tx, id, unreadFor, flagBit.keptUnread);
  return {
    ...(readBy.length > 0 ? { readBy } : {}),
    ...(unreadFor ? { unreadFor } : {}),
  };
}

/** Guests with limited visibility who know a sender whom others do not. */
async function knownBy(
  tx: Tx,
  sender: User,
  { channelId }: StoredDestination,
): Promise<Pick<MessageEvent, 'knownBy'>> {
  const guests = channelId === null ? [] : await limitedPartners(tx, sender);
  return guests.length > 0 ? { knownBy: guests } : {};
}

/** A message is unread for its sender only if the sender is a recipient. */
function isLeftUnread(tx: Tx, sender: User, { placed: { place }, reading = {} }: Sending): boolean {
  const { keepsUnread = false } = reading;
  if (keepsUnread === 'note') return 'people' in place && place.people.length === 1;
  return keepsUnread && presence(tx, place)(sender.id);
}

function emitMessage(
  tx: Tx,
  event: MessageEvent,
  place: MessageFacts['place'],
  bots: readonly number[],
): void {
  if ('people' in place) {
    tx.emit(event, { users: place.people.map((user) => user.id) });
    return;
  }
  const { channel } = place;
  const users = [event.message.sender_id, ...bots];
  tx.emit(
    event,
    channel.isPrivate ? { channel: channel.id, users } : { channel: channel.id, users, allPublic: true },
  );
}

export function getTraits(rendered: Rendered, mentions: Mentions, hasAttachment: boolean): number {
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
