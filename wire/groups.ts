/** A user group, and the events that tell of groups. */
import {
  eachOf,
  Exact,
  GroupSetting,
  Id,
  Ids,
  Nullable,
  optional,
  Type,
  UnixSeconds,
  type Static,
} from './core.ts';

/** The permissions that each group holds. */
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
  ...eachOf(groupPermissions, GroupSetting),
});
export type UserGroup = Static<typeof UserGroup>;

/** GET /user_groups */
export const GetUserGroupsParams = Type.Object({
  include_deactivated_groups: Type.Boolean({ default: false }),
});
export type GetUserGroupsParams = Static<typeof GetUserGroupsParams>;
export const GetUserGroupsAnswer = Exact({ user_groups: Type.Array(UserGroup) });
export type GetUserGroupsAnswer = Static<typeof GetUserGroupsAnswer>;

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
        ...eachOf(groupPermissions, GroupSetting),
      }),
    ),
  }),
  Exact({ ...aboutGroup, op: Type.Literal('add_members'), user_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('remove_members'), user_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('add_subgroups'), direct_subgroup_ids: Ids }),
  Exact({ ...aboutGroup, op: Type.Literal('remove_subgroups'), direct_subgroup_ids: Ids }),
  // For clients that know no deactivated groups, when a group is deactivated.
  Exact({ ...aboutGroup, op: Type.Literal('remove') }),
]);
export type GroupEvent = Static<typeof GroupEvent>;
