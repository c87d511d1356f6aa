/** Private channels that come into view, or go out of it, for people who come into a group and leave it. */
import { revealingSettings, tellSighted, watchAccess, watchSeers } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel, Directory } from '../../core/organization/index.ts';

/**
 * Called before a change of a group; what it returns is called after it, and tells those whose view has changed.
 * @param people Whom the change concerns; asked for only where it matters.
 */
export async function watchReveal(
  tx: Tx,
  groupId: number,
  people: () => readonly number[],
): Promise<() => Promise<void>> {
  const channels = revealedBy(tx.directory, groupId);
  if (channels.length === 0) return () => Promise.resolve();
  const ids = people();
  const users = ids.flatMap((id) => tx.directory.users.get(id) ?? []);
  const watched = channels.map((channel) => ({ channel, sighted: watchSeers(tx, channel.id, users) }));
  const emitAccessChanges = await watchAccess(tx, {
    changes: channels.map((channel) => ({ channel, userIds: ids })),
  });
  return async () => {
    for (const { channel, sighted } of watched) await tellSighted(tx, channel, sighted());
    await emitAccessChanges();
  };
}

/** Private channels with a permission to know of them that is given to the group, or to one that it is a part of. */
function revealedBy(directory: Directory, groupId: number): Channel[] {
  const groups = withSupergroups(directory, groupId);
  return [...directory.channels.values()].filter(
    (channel) =>
      channel.isPrivate &&
      revealingSettings(channel).some((value) =>
        typeof value === 'number'
          ? groups.has(value)
          : value.direct_subgroups.some((subgroup) => groups.has(subgroup)),
      ),
  );
}

function withSupergroups(directory: Directory, groupId: number): Set<number> {
  const found = new Set([groupId]);
  // A set that grows is walked to its new end.
  for (const id of found)
    for (const group of directory.groups.values()) if (group.subgroups.has(id)) found.add(group.id);
  return found;
}
