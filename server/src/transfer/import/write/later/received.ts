/** Lets exactly some people have received messages that were moved to a channel whose history is not shared. */
import type { Tx } from '../../../../core/log/index.ts';
import { addEndedSpans } from '../receipts.ts';

/** @param ids Messages that are about to be moved to the channel. */
export async function receiveOnly(
  tx: Tx,
  channelId: number,
  ids: readonly number[],
  receivers: ReadonlySet<number>,
): Promise<void> {
  for (const id of ids) {
    const spans = await tx.q
      .selectFrom('membership')
      .select(['user_id', 'from_message_id', 'from_position', 'to_message_id', 'to_position'])
      .where('channel_id', '=', channelId)
      .where('from_message_id', '<=', id)
      .where((eb) => eb.or([eb('to_message_id', 'is', null), eb('to_message_id', '>', id)]))
      .execute();
    const covered = new Set(spans.map(({ user_id: userId }) => userId));
    const lacking = [...receivers].filter((userId) => !covered.has(userId));
    await addEndedSpans(
      tx,
      channelId,
      lacking.map((userId) => ({ userId, from: id, to: id + 1 })),
    );
    for (const span of spans) if (!receivers.has(span.user_id)) await cut(tx, channelId, span, id);
  }
}

interface StoredSpan {
  user_id: number;
  from_message_id: number;
  from_position: number;
  to_message_id: number | null;
}

/** Takes one message out of a span. A membership that has not ended stays open. */
async function cut(
  tx: Tx,
  channelId: number,
  { user_id: userId, from_message_id: from, from_position: position, to_message_id: to }: StoredSpan,
  id: number,
): Promise<void> {
  await tx.q
    .updateTable('membership')
    .set(to === null ? { from_message_id: id + 1 } : { to_message_id: id })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where('from_position', '=', position)
    .execute();
  if (to === null) {
    if (from < id) await addEndedSpans(tx, channelId, [{ userId, from, to: id }]);
    await tx.touch({ members: [[channelId, [userId]]] });
  } else if (id + 1 < to) await addEndedSpans(tx, channelId, [{ userId, from: id + 1, to }]);
}
