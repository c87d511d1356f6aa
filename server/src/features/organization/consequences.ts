/** Consequences of changed settings: who is a full member, and which users guests can see. */
import { roles } from '../../../../wire/core.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { type OrganizationCache, directMembers, systemGroup } from '../../core/organization/index.ts';
import { isLimited } from '../../core/users/index.ts';

interface AccessSnapshot {
  fullMembers: ReadonlySet<number>;
  limited: ReadonlySet<number>;
  /** By member, the ids of the private channels visible to them. */
  channels: ReadonlyMap<number, string>;
}

/** Call before the settings change, and call the returned function afterwards: it emits the consequences. */
export function watchConsequences(tx: Tx): () => Promise<void> {
  const before = situation(tx.cache);
  return async () => {
    const after = situation(tx.cache);
    emitFullMembers(tx, before.fullMembers, after.fullMembers);
    const ends = new Set(before.limited.symmetricDifference(after.limited));
    for (const id of before.fullMembers.symmetricDifference(after.fullMembers))
      if (before.channels.get(id) !== after.channels.get(id)) ends.add(id);
    // Too much of what they can see changes for single events: they register again.
    for (const id of ends) await endUserQueues(tx, id);
  };
}

function situation(cache: OrganizationCache): AccessSnapshot {
  const secret = [...cache.channels.values()].filter((channel) => channel.isPrivate);
  const limited = new Set<number>();
  const channels = new Map<number, string>();
  for (const user of cache.users.values()) {
    if (!user.isActive) continue;
    if (isLimited(cache, user)) limited.add(user.id);
    if (user.role !== roles.member) continue;
    const seen = secret.filter((channel) => canSeeChannel(cache, channel, user));
    channels.set(user.id, seen.map(({ id }) => id).join());
  }
  const group = systemGroup(cache, 'role:fullmembers');
  return { fullMembers: new Set(directMembers(cache, group)), limited, channels };
}

function emitFullMembers(tx: Tx, before: ReadonlySet<number>, after: ReadonlySet<number>): void {
  const group_id = systemGroup(tx.cache, 'role:fullmembers').id;
  const gone = [...before.difference(after)];
  const come = [...after.difference(before)];
  const everyone = { everyone: true } as const;
  if (gone.length > 0)
    tx.emit({ type: 'user_group', op: 'remove_members', group_id, user_ids: gone }, everyone);
  if (come.length > 0) tx.emit({ type: 'user_group', op: 'add_members', group_id, user_ids: come }, everyone);
}
