/** Emits to the others who can see a channel that people joined or left. */
import { roles } from '../../../../wire/core.ts';
import type { Audience, Tx } from '../log/index.ts';
import type { Channel } from '../organization/index.ts';
import { getChannelAudience } from './audience.ts';
import { peersChanged } from './serialize-subscriptions.ts';

/** A channel, and the users who all joined or left it. */
export interface Move {
  channel: Channel;
  userIds: readonly number[];
}

/** Groups channels with the same users, so that one event covers all of them. */
export function groupByPeople(moves: readonly Move[]): { channels: Channel[]; userIds: readonly number[] }[] {
  const groups = Map.groupBy(
    moves.filter(({ userIds }) => userIds.length > 0),
    ({ userIds }) => userIds.join(),
  );
  return [...groups.values()].map((same) => ({
    channels: same.map(({ channel }) => channel),
    userIds: same[0]?.userIds ?? [],
  }));
}

/**
 * Users who joined get no event, since they get the whole list. Users who left get one about the others who left with
 * them; the encoder removes their own IDs.
 */
export function emitPeers(tx: Tx, op: 'peer_add' | 'peer_remove', moves: readonly Move[]): void {
  for (const { channels, userIds } of groupByPeople(moves)) {
    const emit = (some: readonly Channel[], audience: Audience) => {
      const ids = some.map(({ id }) => id);
      const except = op === 'peer_add' ? { except: userIds } : {};
      tx.emit(peersChanged(op, ids, userIds), { ...audience, ...except });
    };
    const open = channels.filter((channel) => !channel.isPrivate && !channel.isWebPublic);
    const apart = open.length > 1 ? channels.filter((channel) => !open.includes(channel)) : channels;
    for (const channel of apart) emit([channel], getChannelAudience(channel));
    if (open.length <= 1) continue;
    emit(open, { nonGuests: true });
    for (const [channel, guests] of guestsIn(tx, open)) emit([channel], { users: guests });
  }
}

/** Guests see only the channels they are in, so that an event about several may reveal too much to them. */
function guestsIn(tx: Tx, channels: readonly Channel[]): Map<Channel, number[]> {
  const { users, members } = tx.cache;
  const found = new Map<Channel, number[]>();
  for (const user of users.values()) {
    if (user.role !== roles.guest) continue;
    for (const channel of channels)
      if (members.has(channel.id, user.id)) found.set(channel, [...(found.get(channel) ?? []), user.id]);
  }
  return found;
}
