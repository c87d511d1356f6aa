/** Subscribes users to channels, and emits the events for them and for others. */
import type { Tx } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { inList } from '../../db/sql.ts';
import { getChannelAudience } from './audience.ts';
import { emitDefaultChannels } from './defaults.ts';
import { channelCreated, channelObject } from './serialize.ts';
import { canSeeChannel } from './access.ts';
import { beginMemberships } from './membership.ts';
import { groupByPeople, emitPeers, type Move } from './peers.ts';
import {
  personalSettings,
  subscriptionAdded,
  subscriptionObject,
  type SubscriptionRow,
} from './serialize-subscriptions.ts';
import { watchAccess } from './access-changes.ts';

export interface JoinOptions {
  /** Channels created by the same change: those to whom they are visible get them first. */
  created?: readonly Channel[];
  /** Colours that a person asked for, by channel. */
  colors?: ReadonlyMap<number, string>;
}

/** Subscribes users to channels; existing subscribers stay as they are. Callers check permissions. */
export async function joinChannels(
  tx: Tx,
  given: readonly Move[],
  { created = [], colors }: JoinOptions = {},
): Promise<void> {
  const moves = given.map(({ channel, userIds }) => ({
    channel,
    userIds: userIds.filter((id) => !tx.cache.members.has(channel.id, id)),
  }));
  const revealed = moves.map((move) => revealedBy(tx, move, created));
  const emitAccessChanges = await watchAccess(tx, { changes: moves });
  await beginMemberships(
    tx,
    moves.flatMap(({ channel: { id: channelId }, userIds }) =>
      userIds.map((userId) => ({ channelId, userId, color: colors?.get(channelId) })),
    ),
  );
  // Those who get an event about a subscription must have the channel already.
  for (const channel of created)
    tx.emit(channelCreated([channelObject(tx.cache, channel, 0)]), getChannelAudience(channel));
  if (created.some(({ isDefault }) => isDefault)) emitDefaultChannels(tx);
  for (const { channels, userIds } of groupByPeople(revealed))
    tx.emit(channelCreated(channels.map((channel) => channelObject(tx.cache, channel))), {
      users: userIds,
    });
  await emitJoined(tx, moves);
  emitPeers(tx, 'peer_add', moves);
  await emitAccessChanges();
}

/** Users who could not see the channel before. */
function revealedBy({ cache }: Tx, { channel, userIds }: Move, created: readonly Channel[]): Move {
  const isNew = created.some(({ id }) => id === channel.id);
  const isRevealed = (id: number) => {
    const user = cache.users.get(id);
    return user !== undefined && !canSeeChannel(cache, channel, user);
  };
  return { channel, userIds: isNew ? [] : userIds.filter(isRevealed) };
}

/** One event for all who got the same subscriptions with the same settings. */
export async function emitJoined(tx: Tx, moves: readonly Move[], why?: 'return'): Promise<void> {
  const channels = new Map(moves.map(({ channel }) => [channel.id, channel]));
  const alike = Map.groupBy(await rowsByUser(tx, moves), ([, rows]) => JSON.stringify(rows.map(personalKey)));
  for (const same of alike.values()) {
    const subscriptions = (same[0]?.[1] ?? []).flatMap((row) => {
      const channel = channels.get(row.channel_id);
      return channel ? [subscriptionObject(tx.cache, channel, personalSettings(row))] : [];
    });
    const event = subscriptionAdded(subscriptions);
    const users = same.map(([userId]) => userId);
    tx.emit(why === 'return' ? { ...event, isReturn: true } : event, { users });
  }
}

const personalKey = ({ user_id: _, read_floor: __, ...personal }: SubscriptionRow) => Object.values(personal);

async function rowsByUser(tx: Tx, moves: readonly Move[]): Promise<Map<User['id'], SubscriptionRow[]>> {
  const userIds = [...new Set(moves.flatMap((move) => move.userIds))];
  const channelIds = moves.map(({ channel }) => channel.id);
  const rows = await tx.q
    .selectFrom('subscription')
    .selectAll()
    .where(inList(tx.dialect, 'user_id', userIds))
    .where(inList(tx.dialect, 'channel_id', channelIds))
    .orderBy('channel_id')
    .orderBy('user_id')
    .execute();
  const joined = new Map(moves.map(({ channel, userIds: ids }) => [channel.id, new Set(ids)]));
  return Map.groupBy(
    rows.filter((row) => joined.get(row.channel_id)?.has(row.user_id)),
    (row) => row.user_id,
  );
}
