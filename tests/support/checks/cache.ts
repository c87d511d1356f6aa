/** Whether an organization in memory is what its rows say: nothing of it may change without an entry that names the row. */
import assert from 'node:assert/strict';
import { loadCache, type OrganizationCache } from '../../../server/src/core/organization/index.ts';
import { assertSame } from '../difference.ts';
import type { World } from '../world.ts';

/** @throws AssertionError naming what differs. */
export async function assertCacheIsCurrent({ app, orgId }: Pick<World, 'app' | 'orgId'>): Promise<void> {
  const living = await app.organizations.cache(orgId);
  const fresh = await loadCache(app.db.read, orgId, 0, app.clock);
  assert.ok(fresh);
  assertSame(contents(living), contents(fresh), 'the organization in memory is not what the rows say');
}

const contents = ({ organization, users, groups, channels, members }: OrganizationCache) => ({
  organization,
  users: sorted(users.values()),
  groups: sorted(groups.values()),
  channels: sorted(channels.values()),
  members: sorted(channels.values()).map(({ id }) =>
    [...members.findUsers(id)]
      .sort((a, b) => a - b)
      .map((userId) => ({ userId, ...members.get(id, userId) })),
  ),
});

const sorted = <T extends { id: number }>(rows: Iterable<T>): T[] => [...rows].sort((a, b) => a.id - b.id);
