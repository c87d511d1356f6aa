import { EmptyResponse } from '../../../../wire/core.ts';
import {
  GetStatusResponse,
  StatusPath,
  UpdateOwnStatusParams,
  UpdateStatusParams,
} from '../../../../wire/status.ts';
import { route, withPath } from '../../http/route.ts';
import { extraKindFor } from '../reactions/index.ts';
import { updateOwnStatus, updateUserStatus } from './actions.ts';
import { getStatus } from './queries.ts';

export const statusRoutes = [
  route({
    method: 'POST',
    path: '/users/me/status',
    operationId: 'update-status',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    params: UpdateOwnStatusParams,
    response: EmptyResponse,
    handle: async ({ app, me, params, userAgent }) => {
      await updateOwnStatus(app, me, { ...params, extraKind: extraKindFor(userAgent) });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/users/:user_id/status',
    operationId: 'update-status-for-user',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(StatusPath, UpdateStatusParams),
    response: EmptyResponse,
    write: (tx, { me, params, userAgent }) =>
      updateUserStatus(tx, me, params.user_id, { ...params, extraKind: extraKindFor(userAgent) }),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id/status',
    operationId: 'get-user-status',
    policy: 'signedIn',
    scope: 'read',
    params: StatusPath,
    response: GetStatusResponse,
    handle: ({ app, me, params, userAgent }) => getStatus(app, me, params.user_id, userAgent),
  }),
];
