/** The feature: muted users. */
import { EmptyResponse } from '../../../../wire/core.ts';
import { MutedUserPath } from '../../../../wire/muted-users.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { getMutedUsers } from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { muteUser, unmuteUser } from './actions.ts';
import { mutedUserObject } from './serialize.ts';

const mutedUserRoutes = [
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

const mutedUserState: Pick<StateFetchers, 'muted_users'> = {
  muted_users: async ({ tx, me }) => ({
    muted_users: (await getMutedUsers(tx, me.id)).map(mutedUserObject),
  }),
};

export const mutedUsersFeature = defineFeature({
  routes: mutedUserRoutes,
  events: { muted_users: personal },
  registerState: mutedUserState,
});
