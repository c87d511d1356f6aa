/** Changes one's own flags of messages: read, starred, collapsed. */
import type {
  UpdateMessageFlagsResponse,
  UpdateMessageFlagsParams,
  UnreadDetails,
} from '../../../../wire/message-flags.ts';
import { messageFlags, ownFlags, type MessageFlag } from '../../../../wire/messages.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Reader,
  type VisibleRow,
  visibleRows,
  membersOfDirects,
  mentionsAmong,
  shown,
  topicsRespelled,
  unreadDetail,
} from '../../core/messages/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import {
  addFlagBits,
  flagBit,
  getFlagBits,
  markRead,
  markUnread,
  removeFlagBits,
} from '../../core/read-state/index.ts';
import { apiError } from '../../lib/errors.ts';
import { hiddenPlaces } from '../user-topics/index.ts';
import { nameKey } from '../../lib/text.ts';

type OwnFlag = (typeof ownFlags)[number];

const isOwnFlag = (flag: string): flag is OwnFlag => ownFlags.some((own) => own === flag);

export interface FlagChange {
  op: 'add' | 'remove';
  flag: OwnFlag;
}

export interface Changed {
  /** The requested ids whose flag has changed. */
  changed: number[];
  /** Channels whose messages were not marked as unread, because the reader is not subscribed. */
  ignoredChannels: number[];
}

/** The most that `/register` may list as unread. */
const mostMessages = 50_000;

export async function updateMessageFlags(
  app: AppContext,
  me: Principal,
  { messages, op, flag }: UpdateMessageFlagsParams,
): Promise<UpdateMessageFlagsResponse> {
  const change = { op, flag: ownFlag(flag) };
  if (messages.length > mostMessages) throw apiError('messages.too-many-changed', { limit: mostMessages });
  const ids = [...new Set(messages)];
  const { ignoredChannels } = await app.db.write(me.orgId, me, (tx) =>
    changeFlags(tx, readerIn(tx, me), ids, change),
  );
  // COMPAT(all clients): the requested list; the event has those that changed.
  return { messages, ignored_because_not_subscribed_channels: ignoredChannels };
}

/** Flags that only the server sets, including ones that it does not use but clients know. */
const keptFlags: ReadonlySet<string> = new Set([
  ...messageFlags.filter((flag) => flag !== 'wildcard_mentioned'),
  'group_mentioned',
  'force_expand',
  'force_collapse',
]);

/** @throws ApiError for a flag that users cannot change */
export function ownFlag(flag: string): OwnFlag {
  if (isOwnFlag(flag)) return flag;
  throw keptFlags.has(flag)
    ? apiError('messages.flag-not-editable', { flag })
    : apiError('messages.invalid-flag', { flag });
}

export function readerIn(tx: Tx, me: Principal): Reader {
  return {
    id: me.id,
    orgId: me.orgId,
    user: currentUser(tx.cache, me),
    cache: tx.cache,
  };
}

/**
 * Changes a flag of these messages and emits one event to the reader's clients.
 * @param missing How to treat ids of messages that the reader cannot read. Marking as read and removing a flag ignore them.
 * @throws ApiError if `missing` is `refuse` and there are such ids
 */
export async function changeFlags(
  tx: Tx,
  reader: Reader,
  ids: readonly number[],
  { op, flag }: FlagChange,
  missing: 'refuse' | 'pass over' = 'refuse',
): Promise<Changed> {
  const possible = ids.filter((id) => id > 0 && Number.isSafeInteger(id));
  if (flag === 'read' && op === 'add') return read(tx, reader, possible);
  if (flag !== 'read' && op === 'remove') return clearFlag(tx, reader, possible, flag);
  const rows = await visibleRows(tx, reader, possible);
  if (missing === 'refuse' && rows.length < ids.length) throw apiError('messages.not-found');
  return flag === 'read' ? unread(tx, reader, rows) : setFlag(tx, reader, rows, flag);
}

async function read(tx: Tx, reader: Reader, ids: readonly number[]): Promise<Changed> {
  const changed = await markRead(tx, reader.id, ids);
  emitFlags(tx, reader.id, { op: 'add', flag: 'read' }, changed);
  return { changed, ignoredChannels: [] };
}

async function unread(tx: Tx, reader: Reader, rows: readonly VisibleRow[]): Promise<Changed> {
  const own = new Set<number | null>(tx.cache.members.getChannels(reader.id)).add(null);
  const isIn = ({ channel_id }: VisibleRow) => own.has(channel_id);
  const inReach = rows.filter(isIn);
  const ignored = new Set(rows.filter((row) => !isIn(row)).map((row) => row.channel_id ?? 0));
  // Read once: what is marked changes no mention.
  const bits = await getFlagBits(tx, reader.id, getIds(inReach));
  const changed = await markUnread(tx, reader.id, inReach, bits);
  const isChanged = new Set(changed);
  const nowUnread = inReach.filter((row) => isChanged.has(row.id));
  const details = await unreadDetails(tx, reader.id, nowUnread, bits);
  emitFlags(tx, reader.id, { op: 'remove', flag: 'read' }, changed, { message_details: details });
  return { changed, ignoredChannels: [...ignored].sort((a, b) => a - b) };
}

async function setFlag(
  tx: Tx,
  reader: Reader,
  rows: readonly VisibleRow[],
  flag: 'starred' | 'collapsed',
): Promise<Changed> {
  const bit = flagBit[flag];
  const bits = await getFlagBits(tx, reader.id, getIds(rows));
  const without = rows.filter((row) => !((bits.get(row.id) ?? 0) & bit));
  const isHistory = (row: VisibleRow) => row.is_received === 0 && row.sender_id !== reader.id;
  await addFlagBits(tx, reader.id, getIds(without.filter((row) => !isHistory(row))), bit);
  await addFlagBits(tx, reader.id, getIds(without.filter(isHistory)), bit | flagBit.historical);
  emitFlags(tx, reader.id, { op: 'add', flag }, getIds(without));
  return { changed: getIds(without), ignoredChannels: [] };
}

/** Also removes a flag from messages that the reader can no longer read. */
async function clearFlag(
  tx: Tx,
  reader: Reader,
  ids: readonly number[],
  flag: 'starred' | 'collapsed',
): Promise<Changed> {
  const bit = flagBit[flag];
  const bits = await getFlagBits(tx, reader.id, ids);
  const changed = ids.filter((id) => (bits.get(id) ?? 0) & bit).sort((a, b) => a - b);
  await removeFlagBits(tx, reader.id, changed, bit);
  emitFlags(tx, reader.id, { op: 'remove', flag }, changed);
  return { changed, ignoredChannels: [] };
}

const getIds = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);

/** @param userIds Users whose flags of these messages changed. */
export function emitFlags(
  tx: Tx,
  userIds: number | readonly number[],
  { op, flag }: { op: 'add' | 'remove'; flag: MessageFlag },
  messages: number[],
  more: { message_details?: Awaited<ReturnType<typeof unreadDetails>> } = {},
): void {
  if (messages.length === 0) return;
  const common = { type: 'update_message_flags', flag, messages, all: false } as const;
  tx.emit(op === 'add' ? { ...common, op, operation: op } : { ...common, op, operation: op, ...more }, {
    users: typeof userIds === 'number' ? [userIds] : userIds,
  });
}

// The conversations of messages that became unread, for `update_message_flags`.

/** By message id as text. */
async function unreadDetails(
  tx: Tx,
  userId: number,
  rows: readonly VisibleRow[],
  bits: ReadonlyMap<number, number>,
): Promise<Record<string, UnreadDetails>> {
  const mentions = await audibleMentions(tx, userId, rows, bits);
  const directIds = new Set(rows.flatMap((row) => row.direct_id ?? []));
  const people = await membersOfDirects(tx, tx.orgId, [...directIds]);
  const topics = await topicsRespelled(
    tx,
    rows.map(({ id }) => id),
  );
  const details: Record<string, UnreadDetails> = {};
  for (const row of rows) {
    const others = (people.get(row.direct_id ?? 0) ?? []).filter((id) => id !== userId);
    const place =
      row.channel_id === null
        ? { others }
        : { channelId: row.channel_id, topic: topics.get(row.id) ?? row.topic };
    details[row.id] = unreadDetail(place, mentions.has(row.id));
  }
  return details;
}

const wildcards = shown.channelWildcard | shown.topicWildcard;

/** Messages that mention the user by name, or by a wildcard in a place that is not muted. */
async function audibleMentions(
  tx: Tx,
  userId: number,
  rows: readonly VisibleRow[],
  bits: ReadonlyMap<number, number>,
): Promise<Set<number>> {
  const found = await mentionsAmong(tx, tx.cache, userId, rows, bits);
  if (found.size === 0) return new Set();
  const hides = await hiddenPlaces(tx, userId);
  const mentions = new Set<number>();
  for (const { id, channel_id, topic } of rows) {
    const bits = found.get(id) ?? 0;
    const isForAll = (bits & wildcards) !== 0 && !hides(channel_id ?? 0, nameKey(topic));
    if (bits & shown.mentioned || isForAll) mentions.add(id);
  }
  return mentions;
}
