/** A reader's flags of messages. */
import type { MessageFlag } from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { type OrganizationCache, isInAnyGroup } from '../organization/index.ts';
import { type ReadableRow, flagBit, getFlagBits, readIds, trait } from '../read-state/index.ts';
import { groupMentionsIn } from './group-mentions.ts';
import { flagNames, shown } from './serialize-flags.ts';

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
    // What one wrote oneself, or what reached one outside, was never history to come upon.
    if (!isReceived && row.sender_id !== userId && !(own & flagBit.reachedOutside)) set |= shown.historical;
    if (isReceived && row.traits & trait.channelWildcard) set |= shown.channelWildcard;
    if (mentioned.has(row.id)) set |= shown.mentioned;
    flags.set(row.id, flagNames(set));
  }
  return flags;
}

const endedSpans = prepared<{ user_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select(['channel_id', 'from_message_id', 'to_message_id'])
    .where('user_id', '=', p.user_id)
    .where(inListParam(dialect, 'channel_id', p.list))
    .where('to_message_id', 'is not', null),
);

/** Messages received by this user: directly, or during a current or former membership. */
async function receivedAmong(
  db: Db,
  cache: OrganizationCache,
  userId: number,
  rows: readonly ReadableRow[],
): Promise<Set<number>> {
  const received = new Set<number>();
  const others: ReadableRow[] = [];
  for (const row of rows) {
    const open = row.channel_id === null ? undefined : cache.members.get(row.channel_id, userId);
    if (row.channel_id === null || (open && open.fromMessageId <= row.id)) received.add(row.id);
    else others.push(row);
  }
  if (others.length === 0) return received;
  const list = listValue(db.dialect, [...new Set(others.map((row) => row.channel_id ?? 0))]);
  const spans = await db.rows(endedSpans, { user_id: userId, list });
  for (const row of others)
    if (
      spans.some(
        (span) =>
          span.channel_id === row.channel_id &&
          span.from_message_id <= row.id &&
          row.id < (span.to_message_id ?? 0),
      )
    )
      received.add(row.id);
  return received;
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
