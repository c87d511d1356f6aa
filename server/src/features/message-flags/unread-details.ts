/** The conversations of messages that became unread, for `update_message_flags`. */
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type VisibleRow,
  findTopic,
  flagsFor,
  membersOfDirects,
  unreadDetail,
} from '../../core/messages/index.ts';
import { hiddenPlaces } from '../user-topics/index.ts';
import { nameKey } from '../../lib/text.ts';

/** By message id as text. */
export async function unreadDetails(
  tx: Tx,
  userId: number,
  rows: readonly VisibleRow[],
): Promise<Record<string, UnreadDetails>> {
  const mentions = await mentionsAmong(tx, userId, rows);
  const directIds = new Set(rows.flatMap((row) => row.direct_id ?? []));
  const people = await membersOfDirects(tx, tx.orgId, [...directIds]);
  const getTopic = topicNames(tx);
  const details: Record<string, UnreadDetails> = {};
  for (const row of rows) {
    const others = (people.get(row.direct_id ?? 0) ?? []).filter((id) => id !== userId);
    const place =
      row.channel_id === null
        ? { others }
        : { channelId: row.channel_id, topic: await getTopic(row.channel_id, row.topic) };
    details[row.id] = unreadDetail(place, mentions.has(row.id));
  }
  return details;
}

/** The latest spelling of a topic, as in the list of topics. */
function topicNames(tx: Tx): (channelId: number, topic: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (channelId, topic) => {
    const key = `${channelId} ${topic}`;
    const name = known.get(key) ?? (await findTopic(tx, channelId, topic))?.name ?? topic;
    known.set(key, name);
    return name;
  };
}

/** Messages that mention the user by name, or by a wildcard in a place that is not muted. */
async function mentionsAmong(tx: Tx, userId: number, rows: readonly VisibleRow[]): Promise<Set<number>> {
  const flags = await flagsFor(tx, tx.cache, userId, rows);
  const hides = await hiddenPlaces(tx, userId);
  const mentions = new Set<number>();
  for (const { id, channel_id, topic } of rows) {
    const names = flags.get(id) ?? [];
    const isForAll = names.includes('wildcard_mentioned') && !hides(channel_id ?? 0, nameKey(topic));
    if (names.includes('mentioned') || isForAll) mentions.add(id);
  }
  return mentions;
}
