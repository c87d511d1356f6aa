/** Emits channels that become visible or hidden for users by something other than joining or leaving. */
import type { Tx } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { canSeeChannel } from './access.ts';
import { hideFormerSubscriptions } from './membership.ts';
import { peersChanged } from './serialize-subscriptions.ts';
import { channelCreated, channelDeleted, channelObject } from './serialize.ts';
import { getChannelAudience } from './audience.ts';
import { emitJoined } from './join.ts';

export interface ViewerChanges {
  come: readonly number[];
  gone: readonly number[];
}

/**
 * Call before a change, and call the returned function afterwards: it returns who can see the channel since, and who no longer can.
 * @param users Whom the change may concern; everyone by default.
 */
export function watchViewers(
  { cache }: Pick<Tx, 'cache'>,
  channelId: number,
  users: Iterable<User> = cache.users.values(),
): () => ViewerChanges {
  const people = [...users].filter((user) => user.isActive && !user.isSystem);
  const seers = () => {
    const channel = cache.channels.get(channelId);
    return new Set(
      people.filter((user) => channel && canSeeChannel(cache, channel, user)).map(({ id }) => id),
    );
  };
  const before = seers();
  return () => {
    const after = seers();
    return { come: [...after.difference(before)], gone: [...before.difference(after)] };
  };
}

/** The channel is created with its subscribers for those who came, and deleted for those who are gone. */
export async function emitRevealed(tx: Tx, channel: Channel, { come, gone }: ViewerChanges): Promise<void> {
  if (gone.length > 0) tx.emit(channelDeleted([channel.id]), { users: gone });
  if (come.length === 0) return;
  await hideFormerSubscriptions(tx, [channel.id], come);
  tx.emit(channelCreated([channelObject(tx.cache, channel, 0)]), { users: come });
  const inside = [...tx.cache.members.getIds(channel.id)];
  if (inside.length > 0) tx.emit(peersChanged('peer_add', [channel.id], inside), { users: come });
}

// COMPAT(clients without archived_channels): a channel that is unarchived is new to them, and so are its members.

/** The encoder sends what is marked as a return to those clients only. */
export async function emitReturned(tx: Tx, channel: Channel): Promise<void> {
  const userIds = [...tx.cache.members.getIds(channel.id)];
  const object = channelObject(tx.cache, channel, 0);
  tx.emit({ ...channelCreated([object]), isReturn: true }, getChannelAudience(channel));
  if (userIds.length === 0) return;
  await emitJoined(tx, [{ channel, userIds }], 'return');
  tx.emit(
    { ...peersChanged('peer_add', [channel.id], userIds), isReturn: true },
    { ...getChannelAudience(channel), except: userIds },
  );
}
