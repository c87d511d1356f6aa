/** Deletes messages with their data, and updates their topics and channels. */
import { prepared } from '../../db/prepared.ts';
import { withIdsParam, listValue } from '../../db/sql.ts';
import { getChannelAudience } from '../../core/channels/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  allReaders,
  channelChanged,
  deleteSearchRows,
  messagesDeleted,
  messagesHidden,
  peopleIn,
} from '../../core/messages/index.ts';
import type { Channel } from '../../core/organization/index.ts';
import { nameKey } from '../../lib/text.ts';

/** Where all of the messages are. */
export type ErasedFrom = { channel: Channel; topic: string } | { directId: number };

/** Deletes messages of one topic or direct conversation, and emits the deletion to their readers. */
export async function eraseMessages(tx: Tx, from: ErasedFrom, ids: readonly number[]): Promise<void> {
  const ascending = [...ids].sort((a, b) => a - b);
  if ('channel' in from) {
    const portions = await allReaders(tx, from.channel, ascending);
    await eraseMessageRows(tx, ascending);
    for (const portion of portions) tx.emit(messagesDeleted(from, portion.ids), portion.audience);
    await shrinkTopic(tx, from.channel.id, from.topic);
    await moveBeginning(tx, from.channel, ascending);
  } else {
    const users = await peopleIn(tx, from.directId);
    await eraseMessageRows(tx, ascending);
    tx.emit(messagesDeleted('direct', ascending), { users });
  }
}

const deleteMessages = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q.deleteFrom('message').where(withIdsParam(dialect, p.org_id, p.list)),
);

/**
 * Read-state bitmaps stay, since ids are never reused. So do send keys: a repeated send must not bring the message
 * back.
 */
export async function eraseMessageRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await trigger(tx, messagesHidden, { ids });
  await deleteSearchRows(tx, ids);
  await tx.run(deleteMessages, { org_id: tx.orgId, list: listValue(tx.dialect, ids) });
}

const newestInTopic = prepared<{ channel_id: number; topic_key: string }>()((q, p) =>
  q
    .selectFrom('message')
    .select('id')
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('id', 'desc')
    .limit(1),
);

/** Updates the last message of the topic, keeping the spelling of its name, or deletes a topic without messages. */
export async function shrinkTopic(tx: Tx, channelId: number, topic: string): Promise<void> {
  const place = { channel_id: channelId, topic_key: nameKey(topic) };
  const newest = await tx.first(newestInTopic, place);
  const row = { channelId: place.channel_id, key: place.topic_key };
  if (newest)
    await tx.q
      .updateTable('topic')
      .set({ last_message_id: newest.id })
      .where('channel_id', '=', row.channelId)
      .where('topic_key', '=', row.key)
      .execute();
  else
    await tx.q
      .deleteFrom('topic')
      .where('channel_id', '=', row.channelId)
      .where('topic_key', '=', row.key)
      .execute();
  await tx.touch({ topics: [[row.channelId, [row.key]]] });
}

const oldestInChannel = prepared<{ channel_id: number }>()((q, p) =>
  q.selectFrom('message').select('id').where('channel_id', '=', p.channel_id).orderBy('id').limit(1),
);

/** Updates the first message of a channel if it was deleted or moved. */
export async function moveBeginning(tx: Tx, channel: Channel, erased: readonly number[]): Promise<void> {
  if (channel.firstMessageId === null || !erased.includes(channel.firstMessageId)) return;
  const oldest = (await tx.first(oldestInChannel, { channel_id: channel.id }))?.id ?? null;
  await tx.q
    .updateTable('channel')
    .set({ first_message_id: oldest })
    .where('id', '=', channel.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [channel.id] });
  tx.emit(channelChanged(channel, 'first_message_id', oldest), getChannelAudience(channel));
}
