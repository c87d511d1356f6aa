/** Resolves names in the Markdown of a sender, in the committed organization cache. */
import { systemGroupTitles } from '../../../../wire/core.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import { findNamed, type OrganizationCache, type User } from '../../core/organization/index.ts';
import type { MentionSource, NamedUser } from '../../lib/markdown/render.ts';
import { nameKey } from '../../lib/text.ts';

interface NameIndex {
  version: number;
  byName: Map<string, User | 'ambiguous'>;
}

const nameIndexes = new WeakMap<OrganizationCache, NameIndex>();

/** @param sees Users visible to the sender; everyone by default. */
export function mentionSource(
  cache: OrganizationCache,
  sender: User,
  sees: (user: User) => boolean = () => true,
): MentionSource {
  return {
    userByName(name) {
      const found = getNames(cache).get(nameKey(name));
      if (found === undefined || found === 'ambiguous') return found;
      return sees(found) ? named(found) : undefined;
    },
    userById(id) {
      const user = cache.users.get(id);
      return user && sees(user) ? named(user) : undefined;
    },
    groupByName(name) {
      const group = findNamed(cache.groups, name);
      if (!group || group.isDeactivated) return undefined;
      return { id: group.id, name: systemGroupTitles[group.name] ?? group.name };
    },
    channelByName(name) {
      const channel = findNamed(cache.channels, name);
      return channel && canSeeChannel(cache, channel, sender)
        ? { id: channel.id, name: channel.name }
        : undefined;
    },
    channelById(id) {
      const channel = cache.channels.get(id);
      return channel && canSeeChannel(cache, channel, sender) ? { id, name: channel.name } : undefined;
    },
  };
}

/** Deactivated users are named, but not notified. */
const named = ({ id, fullName, isActive }: User): NamedUser => ({ id, fullName, silent: !isActive });

/** Rebuilt at the first mention after a user was added or renamed. */
function getNames(cache: OrganizationCache): Map<string, User | 'ambiguous'> {
  const known = nameIndexes.get(cache);
  if (known?.version === cache.users.version) return known.byName;
  const byName = new Map<string, User | 'ambiguous'>();
  const former = new Map<string, User>();
  for (const user of cache.users.values()) {
    const key = nameKey(user.fullName);
    if (!user.isActive) former.set(key, user);
    else byName.set(key, byName.has(key) ? 'ambiguous' : user);
  }
  for (const [key, user] of former) if (!byName.has(key)) byName.set(key, user);
  nameIndexes.set(cache, { version: cache.users.version, byName });
  return byName;
}
