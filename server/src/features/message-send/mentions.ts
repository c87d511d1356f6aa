/** What a sender's Markdown may refer to by name: looked up in the committed directory. */
import { systemGroupTitles } from '../../../../wire/core.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import type { Directory, User } from '../../core/organization/index.ts';
import type { MentionSource, NamedUser } from '../../lib/markdown/render.ts';
import { nameKey } from '../../lib/text.ts';

interface NameIndex {
  version: number;
  byName: Map<string, User | 'ambiguous'>;
}

const indexOf = new WeakMap<Directory, NameIndex>();

/** @param sees Whom the sender may know of; everyone, if nothing is said. */
export function mentionSource(
  directory: Directory,
  sender: User,
  sees: (user: User) => boolean = () => true,
): MentionSource {
  return {
    userByName(name) {
      const found = namesOf(directory).get(nameKey(name));
      if (found === undefined || found === 'ambiguous') return found;
      return sees(found) ? named(found) : undefined;
    },
    userById(id) {
      const user = directory.users.get(id);
      return user && sees(user) ? named(user) : undefined;
    },
    groupByName(name) {
      const group = directory.groups.find('name', nameKey(name));
      if (!group || group.isDeactivated) return undefined;
      return { id: group.id, name: systemGroupTitles[group.name] ?? group.name };
    },
    channelByName(name) {
      const channel = directory.channels.find('name', nameKey(name));
      return channel && canSeeChannel(directory, channel, sender)
        ? { id: channel.id, name: channel.name }
        : undefined;
    },
    channelById(id) {
      const channel = directory.channels.get(id);
      return channel && canSeeChannel(directory, channel, sender) ? { id, name: channel.name } : undefined;
    },
  };
}

/** Who has left is named, but not told. */
const named = ({ id, fullName, isActive }: User): NamedUser => ({ id, fullName, silent: !isActive });

/** Made at the first mention after someone was added or renamed. */
function namesOf(directory: Directory): Map<string, User | 'ambiguous'> {
  const known = indexOf.get(directory);
  if (known?.version === directory.users.version) return known.byName;
  const byName = new Map<string, User | 'ambiguous'>();
  const former = new Map<string, User>();
  for (const user of directory.users.values()) {
    const key = nameKey(user.fullName);
    if (!user.isActive) former.set(key, user);
    else byName.set(key, byName.has(key) ? 'ambiguous' : user);
  }
  for (const [key, user] of former) if (!byName.has(key)) byName.set(key, user);
  indexOf.set(directory, { version: directory.users.version, byName });
  return byName;
}
