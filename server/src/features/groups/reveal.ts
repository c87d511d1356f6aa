/** Emits private channels that become visible or hidden for users who join or leave a group. */
import { revealingSettings, emitRevealed, watchAccess, watchReaders } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, OrganizationCache } from '../../core/organization/index.ts';

/**
 * Called before a change of a group; what it returns is called after it, and notifies those whose access has changed.
 * @param people Whom the change concerns; asked for only where it matters.
 */
export async function watchReveal(
  tx: Tx,
  groupId: number,
  people: () => readonly number[],
): Promise<() => Promise<void>> {
  const channels = revealedBy(tx.cache, groupId);
  if (channels.length === 0) return () => Promise.resolve();
  const ids = people();
  const users = ids.flatMap((id) => tx.cache.users.get(id) ?? []);
  const watched = channels.map((channel) => ({
    channel,
    readerChanges: watchReaders(tx, channel.id, users),
  }));
  const emitAccessChanges = await watchAccess(tx, {
    changes: channels.map((channel) => ({ channel, userIds: ids })),
  });
  return async () => {
    for (const { channel, readerChanges } of watched) await emitRevealed(tx, channel, readerChanges());
    await emitAccessChanges();
  };
}

/** Private channels with a permission to know of them that is given to the group, or to one that it is a part of. */
function revealedBy(cache: OrganizationCache, groupId: number): Channel[] {
  const groups = withSupergroups(cache, groupId);
  return [...cache.channels.values()].filter(
    (channel) =>
      channel.isPrivate &&
      revealingSettings(channel).some((value) =>
        typeof value === 'number'
          ? groups.has(value)
          : value.direct_subgroups.some((subgroup) => groups.has(subgroup)),
      ),
  );
}

function withSupergroups(cache: OrganizationCache, groupId: number): Set<number> {
  const found = new Set([groupId]);
  // A set that grows is walked to its new end.
  for (const id of found)
    for (const group of cache.groups.values()) if (group.subgroups.has(id)) found.add(group.id);
  return found;
}
