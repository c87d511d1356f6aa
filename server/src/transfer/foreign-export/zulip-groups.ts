/** Groups and permissions as tables of Zulip, where a group holds each permission: one with a name, or one of its own. */
import type { ChannelPermission } from '../../../../wire/channels.ts';
import { roles, type GroupSetting } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { OrganizationPermission } from '../../../../wire/permissions.ts';
import { groupOfRole, groupPermission } from '../../core/groups/index.ts';
import {
  isFullMember,
  systemGroup,
  type OrganizationCache,
  type User,
} from '../../core/organization/index.ts';
import { keysIn } from '../../lib/objects.ts';
import type { ZulipVersion } from './zulip-versions.ts';

/** The version that each permission came with. Zulip has none of those that are only Heddle's. */
type Since<Permission extends string> = Readonly<
  Record<Exclude<Permission, `heddle_${string}`>, ZulipVersion>
>;

export const organizationSince: Since<OrganizationPermission> = {
  create_multiuse_invite_group: 10,
  can_access_all_users_group: 10,
  can_add_custom_emoji_group: 10,
  can_add_subscribers_group: 10,
  can_create_bots_group: 10,
  can_create_groups: 10,
  can_create_private_channel_group: 10,
  can_create_public_channel_group: 10,
  can_create_web_public_channel_group: 10,
  can_create_write_only_bots_group: 10,
  can_delete_any_message_group: 10,
  can_delete_own_message_group: 10,
  can_invite_users_group: 10,
  can_manage_all_groups: 10,
  can_manage_billing_group: 10,
  can_mention_many_users_group: 10,
  can_move_messages_between_channels_group: 10,
  can_move_messages_between_topics_group: 10,
  can_resolve_topics_group: 10,
  can_set_delete_message_policy_group: 11,
  can_set_topics_policy_group: 11,
  can_summarize_topics_group: 10,
  direct_message_initiator_group: 10,
  direct_message_permission_group: 10,
  workplace_users_group: 12,
};

export const channelSince: Since<ChannelPermission> = {
  can_add_subscribers_group: 10,
  can_administer_channel_group: 10,
  can_create_topic_group: 12,
  can_delete_any_message_group: 11,
  can_delete_own_message_group: 11,
  can_move_messages_out_of_channel_group: 11,
  can_move_messages_within_channel_group: 11,
  can_remove_subscribers_group: 10,
  can_resolve_topics_group: 11,
  can_send_message_group: 10,
  can_subscribe_group: 10,
};

const groupSince: Since<GroupPermission> = {
  can_add_members_group: 10,
  can_join_group: 10,
  can_leave_group: 10,
  can_manage_group: 10,
  can_mention_group: 10,
  can_remove_members_group: 10,
};

/** The holders of a permission that nobody was given. */
export const nobody: GroupSetting = { direct_members: [], direct_subgroups: [] };

interface Parts {
  members: readonly number[];
  subgroups: readonly number[];
}

export class ZulipGroups {
  readonly #cache: OrganizationCache;
  readonly #version: ZulipVersion;
  readonly #people: readonly User[];
  /** Those that hold one permission, by ID. */
  readonly #unnamed = new Map<number, Parts>();
  readonly #lastNamed: number;

  /** @param people Those who are exported, without the server's own bots. */
  constructor(cache: OrganizationCache, version: ZulipVersion, people: readonly User[]) {
    this.#cache = cache;
    this.#version = version;
    this.#people = people;
    this.#lastNamed = Math.max(0, ...[...cache.groups.values()].map(({ id }) => id));
  }

  /** The columns of permissions, as far as the version has them. */
  columns<Permission extends string>(
    since: Readonly<Record<Permission, ZulipVersion>>,
    get: (name: Permission) => GroupSetting,
  ): Record<string, number> {
    return Object.fromEntries(
      keysIn(since)
        .filter((name) => since[name] <= this.#version)
        .map((name) => [name, this.#holder(get(name))]),
    );
  }

  #holder(setting: GroupSetting): number {
    if (typeof setting === 'number') return setting;
    const { direct_members: members, direct_subgroups: subgroups } = setting;
    const [only] = subgroups;
    if (members.length === 0 && subgroups.length <= 1)
      return only ?? systemGroup(this.#cache, 'role:nobody').id;
    const id = this.#lastNamed + this.#unnamed.size + 1;
    this.#unnamed.set(id, { members, subgroups });
    return id;
  }

  /** After all columns have been made. */
  tables(): Record<string, object[]> {
    const { orgId: realm, groups } = this.#cache;
    const named = [...groups.values()].sort((a, b) => a.id - b.id);
    const rows = named.map((group) => ({
      id: group.id,
      usergroup_ptr: group.id,
      name: group.name,
      description: group.description,
      date_created: group.createdAt === null ? null : group.createdAt / 1000,
      creator: this.#people.some(({ id }) => id === group.creatorId) ? group.creatorId : null,
      is_system_group: group.isSystem,
      ...this.columns(groupSince, (name) => groupPermission(this.#cache, group, name)),
      realm_for_sharding: realm,
      deactivated: group.isDeactivated,
    }));
    const byRole = this.#membersByRole();
    const parts = [
      ...named.map(({ id, members, subgroups }): [number, Parts] => [
        id,
        { members: byRole.get(id) ?? [...members], subgroups: [...subgroups] },
      ]),
      ...this.#unnamed,
    ];
    const known = new Set(this.#people.map(({ id }) => id));
    return {
      zerver_usergroup: parts.map(([id]) => ({ id, realm })),
      zerver_namedusergroup: rows,
      zerver_usergroupmembership: numbered(
        parts.flatMap(([id, { members }]) =>
          members.filter((one) => known.has(one)).map((one) => ({ user_group: id, user_profile: one })),
        ),
      ),
      zerver_groupgroupmembership: numbered(
        parts.flatMap(([id, { subgroups }]) => subgroups.map((one) => ({ supergroup: id, subgroup: one }))),
      ),
    };
  }

  /** Deactivated people keep their role there. */
  #membersByRole(): Map<number, number[]> {
    const full = systemGroup(this.#cache, 'role:fullmembers').id;
    const found = new Map(
      [...this.#cache.groups.values()]
        .filter(({ isSystem }) => isSystem)
        .map(({ id }): [number, number[]] => [id, []]),
    );
    for (const user of this.#people) {
      found.get(systemGroup(this.#cache, groupOfRole[user.role]).id)?.push(user.id);
      if (user.role === roles.member && isFullMember(this.#cache, user)) found.get(full)?.push(user.id);
    }
    return found;
  }
}

const numbered = (rows: readonly object[]): object[] => rows.map((row, i) => ({ id: i + 1, ...row }));
