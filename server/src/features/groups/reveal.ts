/** Emits private channels that become visible or hidden for users who join or leave a group. */
import { revealingSettings, emitRevealed, watchAccess, watchViewers } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, OrganizationCache } from '../../core/organization/index.ts';

/**
 * Call before a change of a group, and the returned function after it, which emits the changes of access.
 * @param people The affected users; called only if needed.
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
    viewerChanges: watchViewers(tx, channel.id, users),
  }));
  const emitAccessChanges = await watchAccess(tx, {
    changes: channels.map((channel) => ({ channel, userIds: ids })),
  });
  return async () => {
    for (const { channel, viewerChanges } of watched) await emitRevealed(tx, channel, viewerChanges());
    await emitAccessChanges();
  };
}

/** Private channels that the group, or a group that contains it, has a permission to see. */
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
  // Iterating a set includes elements that are added meanwhile.
  for (const id of found)
    for (const group of cache.groups.values()) if (group.subgroups.has(id)) found.add(group.id);
  return found;
}
