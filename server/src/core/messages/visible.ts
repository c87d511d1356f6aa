/**
 * Which messages a user may read, decided where the rows are found. A channel gives all of its messages, those of the
 * reader's membership spans, or none (`reachIn`); a direct conversation gives all to its participants.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { type Dialect, withIdsParam, inList, listValue } from '../../db/sql.ts';
import { type Reach, reachIn } from '../channels/index.ts';
import type { Tx } from '../log/index.ts';
import {
  type OrganizationCache,
  type User,
  type Channel,
  type Principal,
  currentUser,
} from '../organization/index.ts';
import { directsAmong, receivedAmong } from './received.ts';
import { apiError } from '../../lib/errors.ts';

/** The reader. A `Principal` is one; inside a write, pass the cache of the transaction. */
export interface Reader {
  id: number;
  orgId: number;
  user: User;
  cache: OrganizationCache;
  /** The only channel that the reader's API key reads; it reads no direct messages. */
  onlyChannel?: number;
  /** Aborted when nobody waits for what is read. */
  signal?: AbortSignal;
}

/** The person as a reader of what the transaction sees. */
export const readerIn = ({ orgId, cache }: Pick<Tx, 'orgId' | 'cache'>, user: User): Reader => ({
  id: user.id,
  orgId,
  user,
  cache,
});

export interface VisibleRow {
  id: number;
  channel_id: number | null;
  direct_id: number | null;
  sender_id: number;
  topic: string;
  traits: number;
  /** 1 when the reader received it: directly, or during a current or former membership. */
  is_received: number;
}

const inSpan = sql<boolean>`EXISTS (
  SELECT 1 FROM membership AS span WHERE span.channel_id = message.channel_id`;

/** The message of the row was written during a membership of this person. */
export const receivedInChannel = (userId: unknown): RawBuilder<boolean> =>
  sql<boolean>`${inSpan} AND span.user_id = ${userId} AND span.from_message_id <= message.id
    AND (span.to_message_id IS NULL OR message.id < span.to_message_id))`;

/** The message of the row belongs to a direct conversation of this person. */
export const receivedDirectly = (userId: unknown): RawBuilder<boolean> =>
  sql<boolean>`message.direct_id IN (SELECT direct_id FROM direct_member WHERE user_id = ${userId})`;

const rowsByIds = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'traits'])
    .select(sql<number>`0`.as('is_received'))
    .where(withIdsParam(dialect, p.org_id, p.list))
    .orderBy('id'),
);

/** Those of the messages that exist and that the reader may read, in order of their ids. */
export async function visibleRows(db: Db, reader: Reader, ids: readonly number[]): Promise<VisibleRow[]> {
  const possible = ids.filter((id) => Number.isSafeInteger(id) && id > 0);
  if (possible.length === 0) return [];
  const list = listValue(db.dialect, possible);
  const rows = await db.rows(rowsByIds, { org_id: reader.orgId, list });
  const reach = reaches(reader);
  const directs = new Set(rows.flatMap((row) => row.direct_id ?? []));
  const own = reader.onlyChannel === undefined ? await directsAmong(db, reader.id, directs) : new Set();
  const within = rows.filter((row) =>
    row.channel_id === null ? own.has(row.direct_id) : reach(row.channel_id) !== 'none',
  );
  // One query serves all rows: queried one by one, thousands of rows took longer than the rest.
  const received = await receivedAmong(db, reader.cache, reader.id, within);
  return within.filter((row) => {
    row.is_received = received.has(row.id) ? 1 : 0;
    return row.is_received === 1 || (row.channel_id !== null && reach(row.channel_id) === 'all');
  });
}

const isOutside = (onlyChannel: number | undefined, channelId: number): boolean =>
  onlyChannel !== undefined && onlyChannel !== channelId;

/** Returns the reach into a channel by its id, and computes it once for each channel. */
function reaches({ cache, user, onlyChannel }: Reader): (channelId: number) => Reach {
  const known = new Map<number, Reach>();
  return (channelId) => {
    let reach = known.get(channelId);
    if (reach === undefined) {
      const channel = isOutside(onlyChannel, channelId) ? undefined : cache.channels.get(channelId);
      reach = channel ? reachIn(cache, channel, user) : 'none';
      known.set(channelId, reach);
    }
    return reach;
  };
}

/** All channels that the reader may read, grouped by the reach. */
export function readableChannels({ cache, user, onlyChannel }: Reader): { all: number[]; spans: number[] } {
  const all: number[] = [];
  const spans: number[] = [];
  for (const channel of cache.channels.values()) {
    if (isOutside(onlyChannel, channel.id)) continue;
    const reach = reachIn(cache, channel, user);
    if (reach === 'all') all.push(channel.id);
    else if (reach === 'spans') spans.push(channel.id);
  }
  return { all, spans };
}

/** Condition that the message of the row may be read, for queries that do not start from a channel or conversation. */
export function visibleTo(dialect: Dialect, reader: Reader): RawBuilder<boolean> {
  const { all, spans } = readableChannels(reader);
  return sql<boolean>`(${inList(dialect, 'message.channel_id', all)}
    OR (${inList(dialect, 'message.channel_id', spans)} AND ${receivedInChannel(reader.id)})
    OR ${ownDirects(reader)})`;
}

const ownDirects = ({ id, onlyChannel }: Reader): RawBuilder<boolean> =>
  onlyChannel === undefined ? receivedDirectly(id) : sql<boolean>`1 = 0`;

const endedChannels = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('membership')
    .select('channel_id')
    .distinct()
    .where('user_id', '=', p.user_id)
    .where('to_message_id', 'is not', null),
);

/**
 * Some of the channels that a person is or was in: either the named ones, or all except those that the person left and may not
 * read any more. Queries get the exceptions, since a person may be in thousands of channels.
 */
export type ReceivingChannels =
  | { readonly only: readonly number[] }
  | { readonly left: readonly number[]; readonly lost: readonly number[] };

/** The channels in which something that the reader received may still be read. */
export async function receivingChannels(db: Db, reader: Reader): Promise<ReceivingChannels> {
  const { id, onlyChannel, cache } = reader;
  const reach = reaches(reader);
  const mayRead = (channelId: number) => cache.members.has(channelId, id) || reach(channelId) !== 'none';
  if (onlyChannel !== undefined) return { only: mayRead(onlyChannel) ? [onlyChannel] : [] };
  const left: number[] = [];
  const lost: number[] = [];
  for (const { channel_id } of await db.rows(endedChannels, { user_id: id }))
    if (!mayRead(channel_id)) lost.push(channel_id);
    else if (!cache.members.has(channel_id, id)) left.push(channel_id);
  return { left, lost };
}

/** Their ids, one by one: there may be thousands. */
export function* listReceiving({ id, cache }: Reader, channels: ReceivingChannels): Generator<number> {
  if ('only' in channels) return yield* channels.only;
  yield* cache.members.getChannels(id);
  yield* channels.left;
}

/** The channel of the row is one of them, if the person is or was in it. */
export function isReceiving(
  dialect: Dialect,
  column: string,
  channels: ReceivingChannels,
): RawBuilder<boolean> {
  return 'only' in channels
    ? inList(dialect, column, channels.only)
    : sql<boolean>`NOT (${inList(dialect, column, channels.lost)})`;
}

/** The message of the row came to the reader; the channels are those of `receivingChannels`. */
export function receivedBy(
  dialect: Dialect,
  reader: Reader,
  channels: ReceivingChannels,
): RawBuilder<boolean> {
  return sql<boolean>`((${isReceiving(dialect, 'message.channel_id', channels)} AND ${receivedInChannel(reader.id)})
    OR ${ownDirects(reader)})`;
}

// Loads a message for an action, with the permission check: what is returned may be read.

export interface ReadableMessage {
  row: VisibleRow;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  /** The caller, as the transaction sees them. */
  user: User;
}

/** @throws ApiError, the same for a message that is not there and for one that the caller may not read. */
export async function messageForReading(tx: Tx, me: Principal, id: number): Promise<ReadableMessage> {
  const { cache } = tx;
  const user = currentUser(cache, me);
  const { id: readerId, orgId, onlyChannel } = me;
  const reader = { id: readerId, orgId, user, cache, ...(onlyChannel !== undefined && { onlyChannel }) };
  const [row] = await visibleRows(tx, reader, [id]);
  if (!row) throw apiError('messages.not-found');
  const channel = row.channel_id === null ? undefined : cache.channels.get(row.channel_id);
  return { row, channel, user };
}

/** Like `messageForReading`, and its channel is not archived. */
export async function messageForChanging(tx: Tx, me: Principal, id: number): Promise<ReadableMessage> {
  const message = await messageForReading(tx, me, id);
  if (message.channel?.isArchived) throw apiError('messages.not-found');
  return message;
}
