/** Membership spans as rows: where they begin and end, in message ids and in log positions. */
import { inList } from '../../db/sql.ts';
import { newestMessageId, type Tx } from '../log/index.ts';
import { deleteKeptUnread } from '../read-state/index.ts';
import type { OrganizationCache } from '../organization/index.ts';

// Colours of channels: each new subscription gets one that the person does not have yet, while there are any.

const palette = [
  '#5b6ee1',
  '#2f9e77',
  '#c7762e',
  '#b8527a',
  '#3d8fb0',
  '#8a6fbf',
  '#8f9a3a',
  '#c2554d',
  '#4d7f5c',
  '#a8803c',
  '#6b7a8f',
  '#9c5fa8',
  '#3f9a94',
  '#b06a4a',
  '#5a86c9',
  '#7d8b55',
  '#c06f92',
  '#54738a',
  '#9a7350',
  '#6f66a8',
  '#458a4d',
  '#b4913f',
  '#87596f',
  '#4a9bc0',
] as const;

/** Assigns colours to new subscriptions one after the other, so that neighbours differ. */
function colorChooser(cache: OrganizationCache): (userId: number) => string {
  const counts = new Map<number, number>();
  return (userId) => {
    const count = counts.get(userId) ?? [...cache.members.getChannels(userId)].length;
    counts.set(userId, count + 1);
    return palette[count % palette.length] ?? palette[0];
  };
}

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

/** Ends memberships: these people get no later messages and events as members. */
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
 * Removes channels from the users’ lists of former subscriptions, since clients treat a channel that becomes visible as one that
 * the user was never in. What the user chose for the channel is kept for their return.
 */
export async function hideFormerSubscriptions(
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
