/**
 * An organization in memory. Built from rows, and refreshed from rows that events touched; the actions of a commit group
 * see each other's changes in a layer on top of it (`layer()`), which is merged at commit and dropped at rollback.
 */
import type { Db } from '../../db/db.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { loadChannels, loadGroups, loadOrganization } from './load.ts';
import { loadEnded, loadMemberships, loadUserMemberships } from './load-memberships.ts';
import { loadUsers } from './load-users.ts';
import { Members } from './members.ts';
import { IndexedRows } from './indexed-rows.ts';
import { SettledTopics } from './settled-topics.ts';
import type { Channel, Group, Organization, Touched, User } from './types.ts';

const userKeys = {
  email: (user: User) => user.emailKey,
  deliveryEmail: (user: User) => user.deliveryEmailKey,
  apiKeyHash: (user: User) => user.apiKeyHash,
};
const channelKeys = { name: (channel: Channel) => channel.nameKey };
const groupKeys = { name: (group: Group) => group.nameKey };

export class OrganizationCache {
  readonly orgId: number;
  /** Decides when people get the rights that depend on time. */
  readonly clock: Clock;
  readonly users: IndexedRows<User, keyof typeof userKeys>;
  readonly channels: IndexedRows<Channel, 'name'>;
  readonly groups: IndexedRows<Group, 'name'>;
  readonly members: Members;
  readonly settledTopics: SettledTopics;
  readonly #below: OrganizationCache | undefined;
  #organization: Organization | undefined;

  constructor(orgId: number, clock: Clock = systemClock, below?: OrganizationCache) {
    this.orgId = orgId;
    this.clock = clock;
    this.#below = below;
    this.users = below ? below.users.layer() : new IndexedRows(userKeys);
    this.channels = below ? below.channels.layer() : new IndexedRows(channelKeys);
    this.groups = below ? below.groups.layer() : new IndexedRows(groupKeys);
    this.members = new Members(below?.members);
    this.settledTopics = new SettledTopics(below?.settledTopics);
  }

  get organization(): Organization {
    const organization = this.#organization ?? this.#below?.organization;
    if (!organization) throw new Error(`Organization ${this.orgId} is not loaded.`);
    return organization;
  }

  set organization(organization: Organization) {
    this.#organization = organization;
  }

  /** The committed cache, without layers of running transactions: derived caches refer to this one. */
  get committed(): OrganizationCache {
    return this.#below?.committed ?? this;
  }

  layer(): OrganizationCache {
    return new OrganizationCache(this.orgId, this.clock, this);
  }

  merge(): void {
    if (this.#organization && this.#below) this.#below.organization = this.#organization;
    this.users.merge();
    this.channels.merge();
    this.groups.merge();
    this.members.merge();
    this.settledTopics.merge();
  }

  /** Reloads touched rows: the only way in which the cache changes. */
  async refresh(db: Db, touched: Touched): Promise<void> {
    if (touched.organization) {
      const organization = await loadOrganization(db, this.orgId);
      if (organization) this.#organization = organization;
    }
    const { users, groups, channels } = touched;
    if (users) this.users.replace(users, await loadUsers(db, this.orgId, users));
    if (groups) this.groups.replace(groups, await loadGroups(db, this.orgId, groups));
    if (channels) this.channels.replace(channels, await loadChannels(db, this.orgId, channels));
    for (const [channelId, userIds] of touched.members ?? [])
      await this.#refreshMembers(db, channelId, userIds);
    this.#dropSettled(touched);
  }

  #dropSettled({ users, members, topics, topicPolicies }: Touched): void {
    if (topics) this.settledTopics.clear();
    this.settledTopics.drop([
      ...(users ?? []),
      ...(topicPolicies ?? []),
      ...(members ?? []).flatMap(([, userIds]) => userIds),
    ]);
  }

  async #refreshMembers(db: Db, channelId: number, userIds: number[]): Promise<void> {
    const spans = Map.groupBy(await loadUserMemberships(db, channelId, userIds), (span) => span.user_id);
    for (const userId of userIds) {
      const own = (spans.get(userId) ?? []).map((span) => ({
        toPosition: span.to_position,
        membership: { fromMessageId: span.from_message_id, fromPosition: span.from_position },
      }));
      const current = own.find(({ toPosition }) => toPosition === null);
      this.members.set(channelId, userId, current?.membership ?? null);
      // Another node may have ended several memberships since the last refresh.
      for (const { toPosition, membership } of own)
        if (toPosition !== null) this.members.addEnded({ ...membership, channelId, userId, toPosition });
    }
  }
}

/** Loads all of an organization; `undefined` if it does not exist. */
export async function loadCache(
  db: Db,
  orgId: number,
  oldestPosition: number,
  clock: Clock,
): Promise<OrganizationCache | undefined> {
  const organization = await loadOrganization(db, orgId);
  if (!organization) return undefined;
  const cache = new OrganizationCache(orgId, clock);
  cache.organization = organization;
  for (const user of await loadUsers(db, orgId, null)) cache.users.set(user);
  for (const group of await loadGroups(db, orgId, null)) cache.groups.set(group);
  for (const channel of await loadChannels(db, orgId, null)) cache.channels.set(channel);
  const channelIds = [...cache.channels.values()].map((channel) => channel.id);
  for (const { channelId, members } of await loadMemberships(db, channelIds))
    for (const [userId, membership] of members) cache.members.set(channelId, userId, membership);
  for (const ended of await loadEnded(db, orgId, oldestPosition)) cache.members.addEnded(ended);
  return cache;
}
