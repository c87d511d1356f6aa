import { EmptyResponse } from '../../../../wire/core.ts';
import { MutedUserPath } from '../../../../wire/muted-users.ts';
import { route } from '../../http/route.ts';
import { muteUser, unmuteUser } from './actions.ts';

export const mutedUserRoutes = [
  route({
    method: 'POST',
    path: '/users/me/muted_users/:muted_user_id',
    operationId: 'mute-user',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MutedUserPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => muteUser(tx, me, params.muted_user_id),
  }),
  route({
    method: 'DELETE',
    path: '/users/me/muted_users/:muted_user_id',
    operationId: 'unmute-user',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: MutedUserPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => unmuteUser(tx, me, params.muted_user_id),
  }),
];
