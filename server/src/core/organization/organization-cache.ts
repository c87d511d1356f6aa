/**
 * An organization in memory. Built from rows, and refreshed from rows that events touched; the actions of a commit group
 * see each other's changes in a layer on top of it (`layer()`), which is merged at commit and dropped at rollback.
 */
import { lookKey, nameKey } from '../../lib/text.ts';
import type { Db } from '../../db/db.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { loadChannels, loadGroups, loadOrganization } from './load.ts';
import { loadUsers } from './load-users.ts';
import { Members } from './members.ts';
import { IndexedRows } from './indexed-rows.ts';
import { SettledTopics } from './settled-topics.ts';
import type { Channel, Group, Organization, Touched, User, EndedMembership, Membership } from './types.ts';
import { inList, joinedNumbers, splitNumbers } from '../../db/sql.ts';

const userKeys = {
  email: (user: User) => user.emailKey,
  deliveryEmail: (user: User) => user.deliveryEmailKey,
  apiKeyHash: (user: User) => user.apiKeyHash,
};
/** A name is found by its stored key, or by what looks the same: stored names may do, new ones may not. */
const channelKeys = {
  name: (channel: Channel) => channel.nameKey,
  look: (channel: Channel) => lookKey(channel.name),
};
const groupKeys = { name: (group: Group) => group.nameKey, look: (group: Group) => lookKey(group.name) };

type NamedRows<T extends { id: number }> = IndexedRows<T, 'name' | 'look'>;

/** The channel or group with this name, or else one whose name looks the same. */
export const findNamed = <T extends { id: number }>(rows: NamedRows<T>, name: string): T | undefined =>
  rows.find('name', nameKey(name)) ?? rows.find('look', lookKey(name));

export class OrganizationCache {
  readonly orgId: number;
  /** Decides when people get the rights that depend on time. */
  readonly clock: Clock;
  readonly users: IndexedRows<User, keyof typeof userKeys>;
  readonly channels: NamedRows<Channel>;
  readonly groups: NamedRows<Group>;
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

// Loads rows of memberships for the cache of their organization.

interface MembershipOf extends Membership {
  channelId: number;
  userId: number;
}

type MembershipRow = Record<'channel_id' | 'user_id' | 'from_message_id' | 'from_position', number>;

const membershipIn = (row: MembershipRow): MembershipOf => ({
  channelId: row.channel_id,
  userId: row.user_id,
  fromMessageId: row.from_message_id,
  fromPosition: row.from_position,
});

/** The current memberships of each channel: as one text, since an organization may have hundreds of thousands of them. */
async function loadMemberships(
  db: Db,
  channelIds: readonly number[],
): Promise<{ channelId: number; members: [userId: number, Membership][] }[]> {
  const rows = await db.q
    .selectFrom('membership')
    .select('channel_id')
    .select(joinedNumbers(db.dialect, 'user_id', 'from_message_id', 'from_position').as('spans'))
    .where('to_position', 'is', null)
    .where(inList(db.dialect, 'channel_id', channelIds))
    .groupBy('channel_id')
    .execute();
  return rows.map((row) => ({ channelId: row.channel_id, members: readSpans(splitNumbers(row.spans)) }));
}

/** Those who joined together share one object, which nothing changes. */
function readSpans(numbers: readonly number[]): [userId: number, Membership][] {
  const members: [number, Membership][] = [];
  let last: Membership | undefined;
  for (let at = 0; at < numbers.length; at += 3) {
    const [userId = 0, fromMessageId = 0, fromPosition = 0] = numbers.slice(at, at + 3);
    if (last?.fromMessageId !== fromMessageId || last.fromPosition !== fromPosition)
      last = { fromMessageId, fromPosition };
    members.push([userId, last]);
  }
  return members;
}

/** The open and the last ended membership span of some users in one channel. */
async function loadUserMemberships(db: Db, channelId: number, userIds: readonly number[]) {
  const rows = await db.q
    .selectFrom('membership')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where(inList(db.dialect, 'user_id', userIds))
    .orderBy('from_position')
    .execute();
  return rows;
}

async function loadEnded(db: Db, orgId: number, fromPosition: number): Promise<EndedMembership[]> {
  const rows = await db.q
    .selectFrom('membership')
    .innerJoin('channel', 'channel.id', 'membership.channel_id')
    .select(['channel_id', 'user_id', 'from_message_id', 'from_position', 'to_position'])
    .where('channel.org_id', '=', orgId)
    .where('to_position', '>=', fromPosition)
    .execute();
  return rows.map((row) => ({ ...membershipIn(row), toPosition: row.to_position ?? 0 }));
}
