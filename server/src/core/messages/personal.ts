/** A reader's flags of messages. */
import type { MessageFlag } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { type OrganizationCache, isInAnyGroup } from '../organization/index.ts';
import { type ReadableRow, flagBit, getFlagBits, readIds, trait } from '../read-state/index.ts';
import { receivedAmong } from './received.ts';
import { flagNames, shown } from './serialize-flags.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';

const stored: readonly [stored: number, shown: number][] = [
  [flagBit.starred, shown.starred],
  [flagBit.collapsed, shown.collapsed],
  [flagBit.mentioned, shown.mentioned],
  [flagBit.topicWildcardMentioned, shown.topicWildcard],
  [flagBit.hasAlertWord, shown.alertWord],
  [flagBit.historical, shown.historical],
];

/** Bits of a row of `message_flag` as bits of `shown`. */
export function storedFlags(bits: number): number {
  let set = 0;
  if (bits) for (const [from, to] of stored) if (bits & from) set |= to;
  return set;
}

/** The reader's flags of each message. The rows must be visible to the reader. */
export async function flagsFor(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly ReadableRow[],
): Promise<Map<number, readonly MessageFlag[]>> {
  if (rows.length === 0) return new Map();
  const bits = await getFlagBits(
    db,
    userId,
    rows.map((row) => row.id),
  );
  const [read, received] = await Promise.all([
    readIds(db, cache, userId, rows, bits),
    receivedAmong(db, cache, userId, rows),
  ]);
  const mentioned = await mentionedByGroup(db, cache, userId, rows, received);
  const flags = new Map<number, readonly MessageFlag[]>();
  for (const row of rows) {
    const isReceived = received.has(row.id);
    const own = bits.get(row.id) ?? 0;
    let set = (read.has(row.id) ? shown.read : 0) | storedFlags(own);
    // Messages that the user wrote, or that reached them from outside, are not historical.
    if (!isReceived && row.sender_id !== userId && !(own & flagBit.reachedOutside)) set |= shown.historical;
    if (isReceived && row.traits & trait.channelWildcard) set |= shown.channelWildcard;
    if (mentioned.has(row.id)) set |= shown.mentioned;
    flags.set(row.id, flagNames(set));
  }
  return flags;
}

/** Received messages that mention a large group which this person is in. */
async function mentionedByGroup(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly ReadableRow[],
  received: ReadonlySet<number>,
): Promise<Set<number>> {
  const ids = rows
    .filter((row) => row.traits & trait.groupMention && received.has(row.id))
    .map((row) => row.id);
  const groups = await groupMentionsIn(db, ids);
  return new Set(ids.filter((id) => isInAnyGroup(cache, groups.get(id) ?? [], userId)));
}

const mentionFlags = shown.mentioned | shown.channelWildcard | shown.topicWildcard;

/**
 * How messages mention the reader, as bits of `shown`. Messages that do not are not in the map. The rows must be visible to the reader.
 * @param bits What `getFlagBits` returns for these rows.
 */
export async function mentionsAmong(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly ReadableRow[],
  bits: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const mentions = new Map<number, number>();
  const note = (id: number, flags: number) => {
    if (flags !== 0) mentions.set(id, (mentions.get(id) ?? 0) | flags);
  };
  for (const { id } of rows) note(id, storedFlags(bits.get(id) ?? 0) & mentionFlags);
  const toMany = rows.filter((row) => row.traits & (trait.channelWildcard | trait.groupMention));
  const received = await receivedAmong(db, cache, userId, toMany);
  for (const { id, traits } of toMany)
    if (received.has(id) && traits & trait.channelWildcard) note(id, shown.channelWildcard);
  for (const id of await mentionedByGroup(db, cache, userId, toMany, received)) note(id, shown.mentioned);
  return mentions;
}

// Mentions of groups too large to have a flag for each of their members.

const mentionsIn = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('group_mention')
    .select(['message_id', 'group_id'])
    .where(inListParam(dialect, 'message_id', p.list)),
);

/** The ids of the large groups that messages mention, by message. */
export async function groupMentionsIn(db: Db, messageIds: readonly number[]): Promise<Map<number, number[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db.rows(mentionsIn, { list: listValue(db.dialect, messageIds) });
  const groups = Map.groupBy(rows, (row) => row.message_id);
  return new Map([...groups].map(([id, found]) => [id, found.map((row) => row.group_id)]));
}
