/** The flags of one message for many users: for events to each of them, and for read receipts. */
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue, joinedNumbers, splitNumbers } from '../../db/sql.ts';
import type { ReaderFlags, Tx } from '../log/index.ts';
import { type OrganizationCache, isInAnyGroup } from '../organization/index.ts';
import { type ReadableRow, flagBit, isKeptUnread, isReadByWriting, trait } from '../read-state/index.ts';
import { getChunk, readAmong } from '../../lib/bitmap/bitmap.ts';
import { storedFlags } from './personal.ts';
import { shown } from './serialize-flags.ts';

const listening = prepared<{ org_id: number }>()((q, p) =>
  q.selectFrom('event_queue').select('user_id').distinct().where('org_id', '=', p.org_id),
);

const flagRows = prepared<{ message_id: number }>()((q, p) =>
  q.selectFrom('message_flag').select(['user_id', 'bits']).where('message_id', '=', p.message_id),
);

const receivers = prepared<{ channel_id: number; message_id: number }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select(joinedNumbers(dialect, 'user_id').as('ids'))
    .where('channel_id', '=', p.channel_id)
    .where('from_message_id', '<=', p.message_id)
    .where((eb) => eb.or([eb('to_message_id', 'is', null), eb('to_message_id', '>', p.message_id)])),
);

/** The listed people whose floor is below the message, so that it does not make the message read. */
const channelFloors = prepared<{ place: number; message_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('subscription')
    .select(joinedNumbers(dialect, 'user_id').as('ids'))
    .where('channel_id', '=', p.place)
    .where(inListParam(dialect, 'user_id', p.list))
    .where('read_floor', '<', p.message_id),
);
const directFloors = prepared<{ place: number; message_id: number }>()((q, p, dialect) =>
  q
    .selectFrom('direct_member')
    .select(joinedNumbers(dialect, 'user_id').as('ids'))
    .where('direct_id', '=', p.place)
    .where('read_floor', '<', p.message_id),
);
const directPeople = prepared<{ direct_id: number }>()((q, p, dialect) =>
  q
    .selectFrom('direct_member')
    .select(joinedNumbers(dialect, 'user_id').as('ids'))
    .where('direct_id', '=', p.direct_id),
);
const chunks = prepared<{ chunk: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('read_chunk')
    .select(['user_id', 'bitmap'])
    .where('chunk', '=', p.chunk)
    .where(inListParam(dialect, 'user_id', p.list)),
);

const asSet = (row: { ids: string | null } | undefined): Set<number> =>
  new Set(splitNumbers(row?.ids ?? null));

/** The people in the place now to whom the message came while they were in it. */
export async function getHolders(
  db: Db,
  { members }: OrganizationCache,
  row: ReadableRow,
): Promise<Set<number>> {
  const { id, channel_id: channelId, direct_id: directId } = row;
  if (channelId === null) return asSet(await db.first(directPeople, { direct_id: directId ?? 0 }));
  const here = [...members.findUsers(channelId)];
  return new Set(here.filter((userId) => (members.get(channelId, userId)?.fromMessageId ?? Infinity) <= id));
}

/** The holders for whom the message is unread, not considering `keptUnread`. */
export async function unreadAmong(db: Db, row: ReadableRow, holders: Iterable<number>): Promise<Set<number>> {
  const { id, channel_id: channelId, direct_id: directId } = row;
  if (row.traits & trait.quiet) return new Set();
  const people = [...holders];
  const list = listValue(db.dialect, people);
  const above = asSet(
    channelId === null
      ? await db.first(directFloors, { place: directId ?? 0, message_id: id })
      : await db.first(channelFloors, { place: channelId, message_id: id, list }),
  );
  const open = people.filter((userId) => above.has(userId) && !isReadByWriting(userId, row));
  if (open.length === 0) return new Set();
  const unread = new Set(open);
  const chunk = getChunk(id);
  for (const { user_id: userId, bitmap } of await db.rows(chunks, {
    chunk,
    list: listValue(db.dialect, open),
  }))
    if (readAmong(chunk, bitmap, [id]).length > 0) unread.delete(userId);
  return unread;
}

/** The flags of the message for everyone who has an event queue now; anyone who makes one later reads the message itself. */
export async function flagsOfReaders(
  tx: Tx,
  row: ReadableRow,
  largeGroups: readonly number[],
): Promise<ReaderFlags> {
  const queues = await tx.rows(listening, { org_id: tx.orgId });
  const usersWithQueues = new Set(queues.map((queue) => queue.user_id));
  const holders = (await getHolders(tx, tx.cache, row)).intersection(usersWithQueues);
  const received =
    row.channel_id === null
      ? holders
      : asSet(await tx.first(receivers, { channel_id: row.channel_id, message_id: row.id }));
  const unread = await unreadAmong(tx, row, holders);
  const own = new Map(
    (await tx.rows(flagRows, { message_id: row.id })).map((one) => [one.user_id, one.bits]),
  );
  const groups = new Map<number, number[]>();
  for (const userId of usersWithQueues) {
    const stored = own.get(userId) ?? 0;
    const isHere = row.channel_id === null || tx.cache.members.has(row.channel_id, userId);
    const isUnread = unread.has(userId) || isKeptUnread(stored, isHere);
    let bits = storedFlags(stored) | (isUnread ? 0 : shown.read);
    if (received.has(userId)) bits |= mentionsOfMany(tx, row, largeGroups, userId);
    else if (userId !== row.sender_id && !(stored & flagBit.reachedOutside)) bits |= shown.historical;
    if (bits === (shown.read | shown.historical)) continue;
    const group = groups.get(bits);
    if (group) group.push(userId);
    else groups.set(bits, [userId]);
  }
  return [...groups];
}

function mentionsOfMany(tx: Tx, row: ReadableRow, groups: readonly number[], userId: number): number {
  const isMentioned = groups.length > 0 && isInAnyGroup(tx.cache, groups, userId);
  return (
    (isMentioned ? shown.mentioned : 0) | (row.traits & trait.channelWildcard ? shown.channelWildcard : 0)
  );
}
