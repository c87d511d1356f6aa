/**
 * Generic bots also receive messages that mention them by name in channels that they may read but are not subscribed to.
 * The receipt is stored as a membership for that one message. It covers no position of the log, so the bot gets no other
 * event.
 */
import { botTypes } from '../../../../wire/bots.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { reachIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel } from '../../core/organization/index.ts';

/**
 * The mentioned users who are bots that receive the message without being subscribed to its channel.
 * @param messageId Of an edited message: an edit reaches only bots that had received the message.
 */
export async function botsReached(
  { tx, channel }: { tx: Tx; channel: Channel },
  mentioned: readonly number[],
  messageId: number | undefined,
): Promise<number[]> {
  const bots = mentioned.filter((id) => receivesMentions(tx, channel, id));
  if (bots.length === 0 || messageId === undefined) return bots;
  const list = listValue(tx.dialect, bots);
  const rows = await tx.rows(receivers, { channel_id: channel.id, message_id: messageId, list });
  return rows.map((row) => row.user_id);
}

function receivesMentions({ cache }: Tx, channel: Channel, userId: number): boolean {
  const user = cache.users.get(userId);
  if (user?.botType !== botTypes.generic || !user.isActive) return false;
  return !cache.members.has(channel.id, userId) && reachIn(cache, channel, user) === 'all';
}

const receivers = prepared<{ channel_id: number; message_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('membership')
    .select('user_id')
    .distinct()
    .where('channel_id', '=', p.channel_id)
    .where(inListParam(dialect, 'user_id', p.list))
    .where('from_message_id', '<=', p.message_id)
    .where('to_message_id', '>', p.message_id),
);

/** Call before the event of the message is emitted. */
export async function storeReceipts(
  tx: Tx,
  channelId: number,
  messageId: number,
  botIds: readonly number[],
): Promise<void> {
  for (const userId of botIds)
    await tx.q
      .insertInto('membership')
      .values({
        channel_id: channelId,
        user_id: userId,
        from_message_id: messageId,
        from_position: tx.position,
        to_message_id: messageId + 1,
        to_position: tx.position,
      })
      .onConflict((oc) =>
        // The bot left the channel at this position: that membership is extended by one message.
        oc.columns(['channel_id', 'user_id', 'from_position']).doUpdateSet({ to_message_id: messageId + 1 }),
      )
      .execute();
}
