/** Moves messages here as they were moved there: who may no longer read them loses flags, pins and reminders with them. */
import type { Tx } from '../../../../core/log/index.ts';
import { moveMessages } from '../../../../features/message-edit/index.ts';
import { withIds } from '../../../../db/sql.ts';
import type { ImportContext } from '../context.ts';
import type { Move } from './moves.ts';
import { addEndedSpans } from '../receipts.ts';

export async function storeMoves(
  tx: Tx,
  { people }: Pick<ImportContext, 'people'>,
  moves: readonly Move[],
): Promise<void> {
  const { channels } = tx.cache;
  const groups = Map.groupBy(moves, ({ from, to }) => JSON.stringify([from, to]));
  for (const some of groups.values()) {
    const { from, to } = some[0] ?? {};
    const [fromChannel, toChannel] = [channels.get(from?.channelId ?? 0), channels.get(to?.channelId ?? 0)];
    if (!from || !to || !fromChannel || !toChannel) continue;
    if (from.channelId !== to.channelId && toChannel.isPrivate && !toChannel.isHistoryPublic)
      for (const { ids, receivedBy } of some)
        if (receivedBy) await receiveOnly(tx, toChannel.id, ids, new Set(known(people, receivedBy)));
    await moveMessages(tx, {
      from: { channel: fromChannel, topic: from.topic },
      to: { channel: toChannel, topic: to.topic },
      ids: some.flatMap(({ ids }) => ids).sort((a, b) => a - b),
      isResolution: false,
    });
  }
  await noteTimes(tx, moves);
  await noteBeginnings(tx, moves);
}

const known = (people: ReadonlyMap<string, number>, keys: readonly string[]): number[] =>
  keys.flatMap((key) => people.get(key) ?? []);

/** As in the source, so that the next run sees what was moved after this one. */
async function noteTimes(tx: Tx, moves: readonly Move[]): Promise<void> {
  for (const [movedAt, some] of Map.groupBy(moves, (move) => move.movedAt))
    await tx.q
      .updateTable('message')
      .set({ moved_at: movedAt ?? null })
      .where(
        withIds(
          tx.dialect,
          tx.orgId,
          some.flatMap(({ ids }) => ids),
        ),
      )
      .execute();
}

async function noteBeginnings(tx: Tx, moves: readonly Move[]): Promise<void> {
  const elsewhere = moves.filter(({ from, to }) => from.channelId !== to.channelId);
  const channels = new Set(elsewhere.flatMap(({ from, to }) => [from.channelId, to.channelId]));
  for (const id of channels) {
    const oldest = await tx.q
      .selectFrom('message')
      .select('id')
      .where('channel_id', '=', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    await tx.q
      .updateTable('channel')
      .set({ first_message_id: oldest?.id ?? null })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  }
  if (channels.size > 0) await tx.touch({ channels: [...channels] });
}

// Lets exactly some people have received messages that were moved to a channel whose history is not shared.

/** @param ids Messages that are about to be moved to the channel. */
async function receiveOnly(
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
      lacking.map((userId) => ({ channelId, userId, from: id, to: id + 1 })),
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
    if (from < id) await addEndedSpans(tx, [{ channelId, userId, from, to: id }]);
    await tx.touch({ members: [[channelId, [userId]]] });
  } else if (id + 1 < to) await addEndedSpans(tx, [{ channelId, userId, from: id + 1, to }]);
}
