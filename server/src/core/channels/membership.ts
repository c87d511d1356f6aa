/** Membership spans as rows: where they begin and end, in message ids and in log positions. */
import { inList } from '../../db/sql.ts';
import { newestMessageId, type Tx } from '../log/index.ts';
import { deleteKeptUnread } from '../read-state/index.ts';
import { colorChooser } from './colors.ts';

export interface NewMembership {
  userId: number;
  channelId: number;
  /** Applies unless the person has a color for the channel from an earlier membership. */
  color?: string | undefined;
}

const rowsAtOnce = 500;

/** Begins memberships after all messages and events so far. Those who are members already must not be among them. */
export async function beginMemberships(tx: Tx, joining: readonly NewMembership[]): Promise<void> {
  if (joining.length === 0) return;
  const lastMessageId = await newestMessageId(tx);
  const nextColor = colorChooser(tx.cache);
  await deleteKeptUnread(tx, joining);
  for (let start = 0; start < joining.length; start += rowsAtOnce) {
    const some = joining.slice(start, start + rowsAtOnce);
    await tx.q
      .insertInto('membership')
      .values(
        some.map(({ userId, channelId }) => ({
          channel_id: channelId,
          user_id: userId,
          from_message_id: lastMessageId + 1,
          from_position: tx.position,
        })),
      )
      .onConflict((oc) =>
        // Left and returned at the same position: the membership continues.
        oc
          .columns(['channel_id', 'user_id', 'from_position'])
          .doUpdateSet({ to_message_id: null, to_position: null }),
      )
      .execute();
    await tx.q
      .insertInto('subscription')
      .values(
        some.map(({ userId, channelId, color }) => ({
          channel_id: channelId,
          user_id: userId,
          color: color ?? nextColor(userId),
          is_muted: 0,
          pin_to_top: 0,
          read_floor: lastMessageId,
        })),
      )
      .onConflict((oc) =>
        oc
          .columns(['user_id', 'channel_id'])
          .doUpdateSet((eb) => ({ read_floor: eb.ref('excluded.read_floor'), is_forgotten: 0 })),
      )
      .execute();
  }
  await touchMembers(tx, joining);
}

/** Ends memberships: later messages and events are not for these people as members. */
export async function endMemberships(
  tx: Tx,
  leaving: readonly { userId: number; channelId: number }[],
): Promise<void> {
  const lastMessageId = await newestMessageId(tx);
  for (const [channelId, some] of Map.groupBy(leaving, (one) => one.channelId))
    await tx.q
      .updateTable('membership')
      .set({ to_message_id: lastMessageId + 1, to_position: tx.position })
      .where('channel_id', '=', channelId)
      .where('to_position', 'is', null)
      .where(
        inList(
          tx.dialect,
          'user_id',
          some.map((one) => one.userId),
        ),
      )
      .execute();
  await touchMembers(tx, leaving);
}

async function touchMembers(
  tx: Tx,
  changed: readonly { userId: number; channelId: number }[],
): Promise<void> {
  const byChannel = Map.groupBy(changed, (one) => one.channelId);
  await tx.touch({
    members: [...byChannel].map(([channelId, some]) => [channelId, some.map((one) => one.userId)]),
  });
}

/**
 * To clients a channel that becomes visible is one that the user was never in. Lists agree with that from then on;
 * what the user chose for the channel is kept for their return.
 */
export async function deleteEndedMemberships(
  tx: Tx,
  channelIds: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  await tx.q
    .updateTable('subscription')
    .set({ is_forgotten: 1 })
    .where(inList(tx.dialect, 'channel_id', channelIds))
    .where(inList(tx.dialect, 'user_id', userIds))
    .execute();
}
