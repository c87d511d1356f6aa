/** What a sender's Markdown may refer to by name: looked up in the committed directory. */
import type { Directory } from '../../directory/directory.ts';
import type { User } from '../../directory/types.ts';
import type { MentionSource } from '../../markdown/render.ts';
import { nameKey } from '../../text.ts';
import { canSeeChannel } from './access.ts';

interface NameIndex {
  version: number;
  byName: Map<string, User | 'ambiguous'>;
}

const indexOf = new WeakMap<Directory, NameIndex>();

export function mentionSource(directory: Directory, sender: User): MentionSource {
  return {
    userByName(name) {
      const found = namesOf(directory).get(nameKey(name));
      return found === undefined || found === 'ambiguous'
        ? found
        : { id: found.id, fullName: found.fullName };
    },
    userById(id) {
      const user = directory.users.get(id);
      // Who has left is named, but not told.
      return user && { id, fullName: user.fullName, silent: !user.isActive };
    },
    groupByName(name) {
      const group = directory.groups.find('name', nameKey(name));
      return group && !group.isDeactivated ? { id: group.id, name: group.name } : undefined;
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

/** Made at the first mention after someone was added or renamed. */
function namesOf(directory: Directory): Map<string, User | 'ambiguous'> {
  const known = indexOf.get(directory);
  if (known?.version === directory.users.version) return known.byName;
  const byName = new Map<string, User | 'ambiguous'>();
  for (const user of directory.users.values()) {
    if (!user.isActive) continue;
    const key = nameKey(user.fullName);
    byName.set(key, byName.has(key) ? 'ambiguous' : user);
  }
  indexOf.set(directory, { version: directory.users.version, byName });
  return byName;
}
