/** User groups and their events. */
import {
  getEach,
  Exact,
  GroupSetting,
  GroupSettingChange,
  Id,
  Ids,
  Nullable,
  optional,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';

/** The permissions of a group. */
export const groupPermissions = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const;
export type GroupPermission = (typeof groupPermissions)[number];

export const UserGroup = Exact({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  date_created: Nullable(UnixSeconds),
  creator_id: Nullable(Id),
  // Direct members, without those of subgroups.
  members: Ids,
  direct_subgroup_ids: Ids,
  is_system_group: Type.Boolean(),
  deactivated: Type.Boolean(),
  ...getEach(groupPermissions, GroupSetting),
});
export type UserGroup = Static<typeof UserGroup>;

/** GET /user_groups */
export const GetUserGroupsParams = Type.Object({
  include_deactivated_groups: Type.Boolean({ default: false }),
});
export type GetUserGroupsParams = Static<typeof GetUserGroupsParams>;
export const GetUserGroupsResponse = Exact({ user_groups: Type.Array(UserGroup) });
export type GetUserGroupsResponse = Static<typeof GetUserGroupsResponse>;

export const GroupPath = Type.Object({ user_group_id: Id });

/** POST /user_groups/create */
export const CreateGroupParams = Type.Object({
  name: Type.String(),
  description: Type.String(),
  members: Ids,
  subgroups: Type.Optional(Ids),
  ...optional(getEach(groupPermissions, GroupSetting)),
});
export type CreateGroupParams = Static<typeof CreateGroupParams>;
export const CreateGroupResponse = Exact({ group_id: Id });
export type CreateGroupResponse = Static<typeof CreateGroupResponse>;

/** PATCH /user_groups/{user_group_id}. `deactivated` false reactivates a group; true has no effect. */
export const UpdateGroupParams = Type.Object(
  optional({
    name: Type.String(),
    description: Type.String(),
    deactivated: Type.Boolean(),
    ...getEach(groupPermissions, GroupSettingChange),
  }),
);
export type UpdateGroupParams = Static<typeof UpdateGroupParams>;

/** POST /user_groups/{user_group_id}/members */
export const UpdateGroupMembersParams = Type.Object(
  getEach(['add', 'delete', 'add_subgroups', 'delete_subgroups'] as const, Type.Array(Id, { default: [] })),
);
export type UpdateGroupMembersParams = Static<typeof UpdateGroupMembersParams>;

/** POST /user_groups/{user_group_id}/subgroups */
export const UpdateSubgroupsParams = Type.Object(
  getEach(['add', 'delete'] as const, Type.Array(Id, { default: [] })),
);
export type UpdateSubgroupsParams = Static<typeof UpdateSubgroupsParams>;

/** GET /user_groups/{user_group_id}/members */
export const GetGroupMembersParams = Type.Object({ direct_member_only: Type.Boolean({ default: false }) });
export const GetGroupMembersResponse = Exact({ members: Ids });
export type GetGroupMembersResponse = Static<typeof GetGroupMembersResponse>;

/** GET /user_groups/{user_group_id}/subgroups */
export const GetSubgroupsParams = Type.Object({ direct_subgroup_only: Type.Boolean({ default: false }) });
export const GetSubgroupsResponse = Exact({ subgroups: Ids });
export type GetSubgroupsResponse = Static<typeof GetSubgroupsResponse>;

/** GET /user_groups/{user_group_id}/members/{user_id} */
export const GroupMemberPath = Type.Object({ user_group_id: Id, user_id: Id });
export const IsGroupMemberResponse = Exact({ is_user_group_member: Type.Boolean() });
export type IsGroupMemberResponse = Static<typeof IsGroupMemberResponse>;

/** Why a group cannot be deactivated: groups that contain it, or permissions that refer to it. */
export type GroupObjection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  | { type: 'channel'; channel_id?: number; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'realm'; settings: string[] };

const groupEvent = { id: Type.Integer(), type: Type.Literal('user_group') };
const aboutGroup = { ...groupEvent, group_id: Id };

export const GroupEvent = Type.Union([
  Exact({ ...groupEvent, op: Type.Literal('add'), group: UserGroup }),
  Exact({
    ...aboutGroup,
    op: Type.Literal('update'),
    data: Exact(
      optional({
        name: Type.String(),
        description: Type.String(),
        deactivated: Type.Boolean(),
        ...getEach(groupPermissions, GroupSetting),
      }),
    ),
  }),
  Exact({ ...aboutGroup, op: Type.Literal('add_members'), user_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('remove_members'), user_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('add_subgroups'), direct_subgroup_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('remove_subgroups'), direct_subgroup_ids: Ids }),
  // Clients that do not support deactivated groups get this when a group is deactivated.
  Exact({ ...aboutGroup, op: Type.Literal('remove') }),
]);
export type GroupEvent = Static<typeof GroupEvent>;

export const groupState = { realm_user_groups: { realm_user_groups: Type.Array(UserGroup) } };

export const groupEvents = { user_group: GroupEvent };

export const groupExample: UserGroup = {
  id: 30,
  name: 'designers',
  description: 'They draw',
  date_created: 1_767_322_000,
  creator_id: 7,
  members: [7],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_add_members_group: 8,
  can_join_group: 8,
  can_leave_group: 2,
  can_manage_group: { direct_members: [7], direct_subgroups: [] },
  can_mention_group: 2,
  can_remove_members_group: 8,
};

export const groupExamples: Examples<typeof groupEvents> = {
  user_group: {
    'a group': { id: 1, type: 'user_group', op: 'add', group: groupExample },
    'a group renamed': { id: 1, type: 'user_group', op: 'update', group_id: 3, data: { name: 'x' } },
  },
};
