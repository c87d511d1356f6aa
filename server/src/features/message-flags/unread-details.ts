/** Where messages that became unread belong, as `update_message_flags` tells it. */
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Db } from '../../db/db.ts';
import type { Tx } from '../../core/log/index.ts';
import { type VisibleRow, findTopic, flagsFor, unreadDetail } from '../../core/messages/index.ts';
import { hiddenPlaces } from '../user-topics/index.ts';
import { nameKey } from '../../lib/text.ts';

const membersOfDirects = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('direct')
    .select(['id', 'member_key'])
    .where('org_id', '=', p.org_id)
    .where(inListParam(dialect, 'id', p.list)),
);

/** The people of direct conversations, by the conversation's id; in order of their ids. */
async function peopleOfDirects(
  db: Db,
  orgId: number,
  directIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (directIds.length === 0) return new Map();
  const rows = await db.rows(membersOfDirects, { org_id: orgId, list: listValue(db.dialect, directIds) });
  return new Map(rows.map((row) => [row.id, row.member_key.split(',').map(Number)]));
}

/** By message id as text. */
export async function unreadDetails(
  tx: Tx,
  userId: number,
  rows: readonly VisibleRow[],
): Promise<Record<string, UnreadDetails>> {
  const mentions = await mentionsAmong(tx, userId, rows);
  const directIds = new Set(rows.flatMap((row) => row.direct_id ?? []));
  const people = await peopleOfDirects(tx, tx.orgId, [...directIds]);
  const topicOf = topicNames(tx);
  const details: Record<string, UnreadDetails> = {};
  for (const row of rows) {
    const others = (people.get(row.direct_id ?? 0) ?? []).filter((id) => id !== userId);
    const place =
      row.channel_id === null
        ? { others }
        : { channelId: row.channel_id, topic: await topicOf(row.channel_id, row.topic) };
    details[row.id] = unreadDetail(place, mentions.has(row.id));
  }
  return details;
}

/** A topic as it was spelled last, which is how it is listed. */
function topicNames(tx: Tx): (channelId: number, topic: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (channelId, topic) => {
    const key = `${channelId} ${topic}`;
    const name = known.get(key) ?? (await findTopic(tx, channelId, topic))?.name ?? topic;
    known.set(key, name);
    return name;
  };
}

/** Mentions by name, and those of everybody where that is not muted. */
async function mentionsAmong(tx: Tx, userId: number, rows: readonly VisibleRow[]): Promise<Set<number>> {
  const flags = await flagsFor(tx, tx.directory, userId, rows);
  const hides = await hiddenPlaces(tx, userId);
  const mentions = new Set<number>();
  for (const { id, channel_id, topic } of rows) {
    const names = flags.get(id) ?? [];
    const isForAll = names.includes('wildcard_mentioned') && !hides(channel_id ?? 0, nameKey(topic));
    if (names.includes('mentioned') || isForAll) mentions.add(id);
  }
  return mentions;
}
