import { GetUserGroupsAnswer, GetUserGroupsParams } from '../../../../wire/groups.ts';
import { route } from '../../http/route.ts';
import { getUserGroups } from './queries.ts';

export const groupRoutes = [
  route({
    method: 'GET',
    path: '/user_groups',
    operationId: 'get-user-groups',
    policy: 'nonGuests',
    params: GetUserGroupsParams,
    answer: GetUserGroupsAnswer,
    handle: async ({ me, params }) => getUserGroups(me.directory, params.include_deactivated_groups),
  }),
];
