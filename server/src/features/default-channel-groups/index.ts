/** The feature: default channel groups. */
import { EmptyResponse, roles } from '../../../../wire/core.ts';
import {
  ChangeDefaultGroupParams,
  CreateDefaultGroupParams,
  DefaultGroupPath,
  UpdateDefaultGroupParams,
} from '../../../../wire/default-channel-groups.ts';
import { currentUser } from '../../core/organization/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type EventRules, nothing } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import {
  changeDefaultGroup,
  createDefaultGroup,
  deleteDefaultGroup,
  updateDefaultGroup,
  getDefaultGroups,
} from './actions.ts';

export { leaveDefaultGroups } from './actions.ts';

const defaultGroupRoutes = [
  route({
    method: 'POST',
    path: '/default_stream_groups/create',
    operationId: 'create-default-stream-group',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateDefaultGroupParams,
    response: EmptyResponse,
    write: (tx, { me, params }) =>
      createDefaultGroup(tx, currentUser(tx.cache, me), params, params.stream_names),
  }),
  route({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id',
    operationId: 'update-default-stream-group',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(DefaultGroupPath, UpdateDefaultGroupParams),
    response: EmptyResponse,
    write: (tx, { params }) => updateDefaultGroup(tx, params.group_id, params),
  }),
  route({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id/streams',
    operationId: 'update-default-stream-group-streams',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(DefaultGroupPath, ChangeDefaultGroupParams),
    response: EmptyResponse,
    write: (tx, { me, params }) =>
      changeDefaultGroup(tx, currentUser(tx.cache, me), params.group_id, params.op, params.stream_names),
  }),
  route({
    method: 'DELETE',
    path: '/default_stream_groups/:group_id',
    operationId: 'remove-default-stream-group',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: DefaultGroupPath,
    response: EmptyResponse,
    write: (tx, { params }) => deleteDefaultGroup(tx, params.group_id),
  }),
];

const defaultGroupState: Pick<StateFetchers, 'default_stream_groups'> = {
  default_stream_groups: async ({ me, tx }) => ({
    realm_default_stream_groups: me.role === roles.guest ? [] : await getDefaultGroups(tx, tx.cache),
  }),
};

const defaultGroupEvents: Pick<EventRules, 'default_stream_groups'> = {
  default_stream_groups: { to: ['members'], about: nothing },
};

export const defaultChannelGroupsFeature = defineFeature({
  routes: defaultGroupRoutes,
  events: defaultGroupEvents,
  registerState: defaultGroupState,
});
