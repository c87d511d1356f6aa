/** The conversations of messages that became unread, for `update_message_flags`. */
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type VisibleRow,
  membersOfDirects,
  mentionsAmong,
  shown,
  topicsRespelled,
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
  const mentions = await audibleMentions(tx, userId, rows);
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
async function audibleMentions(tx: Tx, userId: number, rows: readonly VisibleRow[]): Promise<Set<number>> {
  const found = await mentionsAmong(tx, tx.cache, userId, rows);
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
