import { Type } from '../../../../wire/core.ts';
import {
  GetPresenceResponse,
  GetUserPresenceResponse,
  UpdatePresenceResponse,
  UpdatePresenceParams,
  UserPresencePath,
} from '../../../../wire/presence.ts';
import { route } from '../../http/route.ts';
import { notePresence } from './actions.ts';
import { getPresence, getUserPresence, presenceNews } from './queries.ts';

export const presenceRoutes = [
  route({
    method: 'POST',
    path: '/users/me/presence',
    operationId: 'update-presence',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    isUnattended: true,
    params: UpdatePresenceParams,
    response: UpdatePresenceResponse,
    handle: async (context) => {
      await notePresence(context.app, context.me, context.params);
      return presenceNews(context);
    },
  }),
  route({
    method: 'GET',
    path: '/realm/presence',
    operationId: 'get-presence',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetPresenceResponse,
    handle: ({ app, me }) => getPresence(app, me),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id_or_email/presence',
    operationId: 'get-user-presence',
    policy: 'signedIn',
    scope: 'read',
    params: UserPresencePath,
    response: GetUserPresenceResponse,
    handle: ({ app, me, params }) => getUserPresence(app, me, params.user_id_or_email),
  }),
];
