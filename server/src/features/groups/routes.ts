import { EmptyResponse } from '../../../../wire/core.ts';
import {
  CreateGroupResponse,
  CreateGroupParams,
  GetGroupMembersResponse,
  GetGroupMembersParams,
  GetSubgroupsResponse,
  GetSubgroupsParams,
  GetUserGroupsResponse,
  GetUserGroupsParams,
  GroupMemberPath,
  GroupPath,
  IsGroupMemberResponse,
  UpdateGroupMembersParams,
  UpdateGroupParams,
  UpdateSubgroupsParams,
} from '../../../../wire/groups.ts';
import { route, withPath } from '../../http/route.ts';
import { createGroup } from './create.ts';
import { deactivateGroup } from './deactivate.ts';
import { updateGroupMembers } from './members.ts';
import { getUserGroups, groupMembers, isGroupMember, getSubgroups } from './queries.ts';
import { updateSubgroups } from './subgroups.ts';
import { updateGroup } from './update.ts';

export const groupRoutes = [
  route({
    method: 'GET',
    path: '/user_groups',
    operationId: 'get-user-groups',
    policy: 'nonGuests',
    scope: 'directory',
    params: GetUserGroupsParams,
    response: GetUserGroupsResponse,
    handle: async ({ me, params }) => getUserGroups(me.cache, params.include_deactivated_groups),
  }),
  route({
    method: 'POST',
    path: '/user_groups/create',
    operationId: 'create-user-group',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateGroupParams,
    response: CreateGroupResponse,
    write: async (tx, { me, params }) => ({ group_id: await createGroup(tx, me, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/user_groups/:user_group_id',
    operationId: 'update-user-group',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(GroupPath, UpdateGroupParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => updateGroup(tx, me, params.user_group_id, params),
  }),
  route({
    method: 'POST',
    path: '/user_groups/:user_group_id/deactivate',
    operationId: 'deactivate-user-group',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: GroupPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deactivateGroup(tx, me, params.user_group_id),
  }),
  route({
    method: 'GET',
    path: '/user_groups/:user_group_id/members',
    operationId: 'get-user-group-members',
    policy: 'nonGuests',
    scope: 'directory',
    params: withPath(GroupPath, GetGroupMembersParams),
    response: GetGroupMembersResponse,
    handle: async ({ me, params }) => groupMembers(me.cache, params.user_group_id, params.direct_member_only),
  }),
  route({
    method: 'POST',
    path: '/user_groups/:user_group_id/members',
    operationId: 'update-user-group-members',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(GroupPath, UpdateGroupMembersParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => updateGroupMembers(tx, me, params.user_group_id, params),
  }),
  route({
    method: 'GET',
    path: '/user_groups/:user_group_id/members/:user_id',
    operationId: 'get-is-user-group-member',
    policy: 'nonGuests',
    scope: 'directory',
    params: withPath(GroupMemberPath, GetGroupMembersParams),
    response: IsGroupMemberResponse,
    handle: async ({
      me,
      params: { user_group_id: groupId, user_id: userId, direct_member_only: direct },
    }) => ({
      is_user_group_member: isGroupMember(me.cache, groupId, userId, direct),
    }),
  }),
  route({
    method: 'GET',
    path: '/user_groups/:user_group_id/subgroups',
    operationId: 'get-user-group-subgroups',
    policy: 'nonGuests',
    scope: 'directory',
    params: withPath(GroupPath, GetSubgroupsParams),
    response: GetSubgroupsResponse,
    handle: async ({ me, params }) =>
      getSubgroups(me.cache, params.user_group_id, params.direct_subgroup_only),
  }),
  route({
    method: 'POST',
    path: '/user_groups/:user_group_id/subgroups',
    operationId: 'update-user-group-subgroups',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(GroupPath, UpdateSubgroupsParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => updateSubgroups(tx, me, params.user_group_id, params),
  }),
];
