/** Updates the rows of moved messages, of topics, and the first messages of channels. */
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, joinedNumbers, listValue, splitNumbers } from '../../db/sql.ts';
import { getChannelAudience } from '../../core/channels/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  channelChanged,
  findTopic,
  noteInTopic,
  receivedInChannel,
  replaceWords,
  topicEnded,
} from '../../core/messages/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import { moveBeginning, shrinkTopic } from '../message-delete/index.ts';
import { nameKey } from '../../lib/text.ts';

interface InTopic {
  channel_id: number;
  topic_key: string;
  after: number;
}

const topicIds = prepared<InTopic>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id').as('ids'))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('id', '>', p.after),
);
const receivedTopicIds = prepared<InTopic & { user_id: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(joinedNumbers(dialect, 'id').as('ids'))
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .where('id', '>', p.after)
    .where(receivedInChannel(p.user_id)),
);

interface MoveSelection {
  channelId: number;
  topicKey: string;
  after: number;
  /** Only what this user received. */
  receivedBy: number | undefined;
}

/** In order. */
export async function idsToMove(tx: Tx, wanted: MoveSelection): Promise<number[]> {
  const values = { channel_id: wanted.channelId, topic_key: wanted.topicKey, after: wanted.after };
  const row =
    wanted.receivedBy === undefined
      ? await tx.first(topicIds, values)
      : await tx.first(receivedTopicIds, { ...values, user_id: wanted.receivedBy });
  return splitNumbers(row?.ids ?? null).sort((a, b) => a - b);
}

const setPlace = prepared<{
  org_id: number;
  list: unknown;
  channel_id: number;
  topic: string;
  topic_key: string;
  moved_at: number | null;
}>()((q, p, dialect) =>
  q
    .updateTable('message')
    .set({
      channel_id: p.channel_id,
      topic: p.topic,
      topic_key: p.topic_key,
      moved_at: sql<number | null>`coalesce(CAST(${p.moved_at} AS bigint), moved_at)`,
    })
    .where(withIdsParam(dialect, p.org_id, p.list)),
);

/** @param isMoved False if the topic is only resolved, which does not count as a move. */
export async function moveRows(
  tx: Tx,
  { channel, topic }: { channel: Channel; topic: string },
  ids: readonly number[],
  isMoved: boolean,
): Promise<void> {
  await tx.run(setPlace, {
    org_id: tx.orgId,
    list: listValue(tx.dialect, ids),
    channel_id: channel.id,
    topic,
    topic_key: nameKey(topic),
    moved_at: isMoved ? tx.now : null,
  });
  // The mark of a resolved topic is not indexed as a word.
  if (isMoved) await replaceWords(tx, ids);
}

interface MovedMessages {
  from: { channel: Channel; topic: string };
  to: { channel: Channel; topic: string };
  ids: readonly number[];
}

const getPlace = ({ channel, topic }: MovedMessages['from']) => ({ channelId: channel.id, topic });

/**
 * Updates the last messages of both topics. An old topic without messages is deleted, and what users have set for it is
 * moved or deleted.
 */
export async function moveTopics(tx: Tx, { from, to, ids }: MovedMessages): Promise<void> {
  const newest = ids.at(-1) ?? 0;
  const there = await findTopic(tx, to.channel.id, to.topic);
  await noteInTopic(tx, to.channel.id, to.topic, Math.max(newest, there?.last_message_id ?? 0));
  await tx.touch({ topics: [[to.channel.id, [nameKey(to.topic)]]] });
  await shrinkTopic(tx, from.channel.id, from.topic);
  if (await findTopic(tx, from.channel.id, from.topic)) return;
  await trigger(tx, topicEnded, {
    from: getPlace(from),
    ids,
    to: { ...getPlace(to), hadMessages: there !== undefined },
  });
}

/** Emits the first messages of the two channels if they changed. */
export async function emitHistoryStarts(tx: Tx, { from, to, ids }: MovedMessages): Promise<void> {
  const first = ids[0];
  if (from.channel.id === to.channel.id || first === undefined) return;
  await moveBeginning(tx, from.channel, ids);
  if (to.channel.firstMessageId !== null && to.channel.firstMessageId <= first) return;
  await tx.q
    .updateTable('channel')
    .set({ first_message_id: first })
    .where('id', '=', to.channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [to.channel.id] });
  tx.emit(channelChanged(to.channel, 'first_message_id', first), getChannelAudience(to.channel));
}
