import { EmptyResponse } from '../../../../wire/core.ts';
import {
  ChangeDefaultGroupParams,
  CreateDefaultGroupParams,
  DefaultGroupPath,
  UpdateDefaultGroupParams,
} from '../../../../wire/default-channel-groups.ts';
import { route, withPath } from '../../http/route.ts';
import { callerIn } from '../../core/groups/index.ts';
import { changeDefaultGroup, createDefaultGroup, deleteDefaultGroup, updateDefaultGroup } from './actions.ts';

export const defaultGroupRoutes = [
  route({
    method: 'POST',
    path: '/default_stream_groups/create',
    operationId: 'create-default-stream-group',
    policy: 'administrators',
    params: CreateDefaultGroupParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) =>
        createDefaultGroup(tx, callerIn(tx, me), params, params.stream_names),
      );
      return {};
    },
  }),
  route({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id',
    operationId: 'update-default-stream-group',
    policy: 'administrators',
    params: withPath(DefaultGroupPath, UpdateDefaultGroupParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => updateDefaultGroup(tx, params.group_id, params));
      return {};
    },
  }),
  route({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id/streams',
    operationId: 'update-default-stream-group-streams',
    policy: 'administrators',
    params: withPath(DefaultGroupPath, ChangeDefaultGroupParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) =>
        changeDefaultGroup(tx, callerIn(tx, me), params.group_id, params.op, params.stream_names),
      );
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/default_stream_groups/:group_id',
    operationId: 'remove-default-stream-group',
    policy: 'administrators',
    params: DefaultGroupPath,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => deleteDefaultGroup(tx, params.group_id));
      return {};
    },
  }),
];
