/** Channels that come into view for people, or go out of it, by something other than their own coming and going. */
import type { Tx } from '../log/index.ts';
import type { Channel, User } from '../organization/index.ts';
import { canSeeChannel } from './access.ts';
import { forgetHavingLeft } from './membership.ts';
import { peersChanged } from './serialize-subscriptions.ts';
import { channelCreated, channelDeleted, channelObject } from './serialize.ts';

export interface Sighted {
  come: readonly number[];
  gone: readonly number[];
}

/**
 * Call before a change, and what it answers afterwards: it says who sees the channel since, and who does no more.
 * @param users Whom the change may concern; everyone, if nothing is said.
 */
export function watchSeers(
  { directory }: Pick<Tx, 'directory'>,
  channelId: number,
  users: Iterable<User> = directory.users.values(),
): () => Sighted {
  const people = [...users].filter((user) => user.isActive && !user.isSystem);
  const seers = () => {
    const channel = directory.channels.get(channelId);
    return new Set(
      people.filter((user) => channel && canSeeChannel(directory, channel, user)).map(({ id }) => id),
    );
  };
  const before = seers();
  return () => {
    const after = seers();
    return { come: [...after.difference(before)], gone: [...before.difference(after)] };
  };
}

/** For the ones a channel begins to exist, with those who are in it; for the others it ceases to. */
export async function tellSighted(tx: Tx, channel: Channel, { come, gone }: Sighted): Promise<void> {
  if (gone.length > 0) tx.emit(channelDeleted([channel.id]), { users: gone });
  if (come.length === 0) return;
  await forgetHavingLeft(tx, [channel.id], come);
  tx.emit(channelCreated([channelObject(tx.directory, channel, 0)]), { users: come });
  const inside = [...tx.directory.members.idsOf(channel.id)];
  if (inside.length > 0) tx.emit(peersChanged('peer_add', [channel.id], inside), { users: come });
}
