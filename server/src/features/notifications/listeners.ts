/** Caches which users want notifications of every message in channels, so that sending does not look at every user. */
import { type OrganizationCache, userSetting } from '../../core/organization/index.ts';

interface CachedListeners {
  /** Version of the users in the organization cache at that time. */
  version: number;
  ids: readonly number[];
}

const known = new WeakMap<OrganizationCache, CachedListeners>();

/** Recomputed only when a user has changed. */
export function listenersEverywhere({ committed }: OrganizationCache): readonly number[] {
  const { version } = committed.users;
  const before = known.get(committed);
  if (before?.version === version) return before.ids;
  const ids: number[] = [];
  for (const user of committed.users.values())
    if (
      userSetting(user, 'enable_stream_email_notifications') ||
      userSetting(user, 'enable_stream_push_notifications')
    )
      ids.push(user.id);
  known.set(committed, { version, ids });
  return ids;
}
