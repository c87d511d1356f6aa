/** Unsubscribes users from channels, and emits what they and others have to know. */
import type { Tx } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';
import { channelDeleted } from './serialize.ts';
import { canSeeChannel } from './access.ts';
import { endMemberships } from './membership.ts';
import { groupByPeople, emitPeers, type Move } from './peers.ts';
import { subscriptionRemoved } from './serialize-subscriptions.ts';
import { watchAccess } from './access-changes.ts';

/** Unsubscribes users from channels; others are ignored. Callers check permissions. */
export async function leaveChannels(tx: Tx, given: readonly Move[]): Promise<void> {
  const moves = given.map(({ channel, userIds }) => ({
    channel,
    userIds: userIds.filter((id) => tx.cache.members.has(channel.id, id)),
  }));
  const emitAccessChanges = await watchAccess(tx, { changes: moves, isLeaving: true });
  await endMemberships(
    tx,
    moves.flatMap(({ channel, userIds }) => userIds.map((userId) => ({ channelId: channel.id, userId }))),
  );
  for (const { channels, userIds } of groupByChannels(moves))
    tx.emit(subscriptionRemoved(channels), { users: userIds });
  for (const { channels, userIds } of groupByPeople(moves.map((move) => hiddenBy(tx, move))))
    tx.emit(channelDeleted(channels.map(({ id }) => id)), { users: userIds });
  emitPeers(tx, 'peer_remove', moves);
  await emitAccessChanges();
}

/** People who left the same channels, so that each gets one event about all that they left. */
function groupByChannels(moves: readonly Move[]): { channels: Channel[]; userIds: number[] }[] {
  const leftBy = new Map<number, Channel[]>();
  for (const { channel, userIds } of moves)
    for (const id of userIds) {
      const left = leftBy.get(id);
      if (left) left.push(channel);
      else leftBy.set(id, [channel]);
    }
  const alike = Map.groupBy(leftBy, ([, channels]) => channels.map(({ id }) => id).join());
  return [...alike.values()].map((same) => ({
    channels: same[0]?.[1] ?? [],
    userIds: same.map(([userId]) => userId),
  }));
}

/** Users who can no longer see the channel. */
function hiddenBy({ cache }: Tx, { channel, userIds }: Move): Move {
  return {
    channel,
    userIds: userIds.filter((id) => {
      const user = cache.users.get(id);
      return user !== undefined && !canSeeChannel(cache, channel, user);
    }),
  };
}
