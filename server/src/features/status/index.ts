/** The feature: status. */
import { EmptyResponse } from '../../../../wire/core.ts';
import {
  GetStatusResponse,
  StatusPath,
  UpdateOwnStatusParams,
  UpdateStatusParams,
  type UserStatus,
} from '../../../../wire/status.ts';
import { on, isEvent } from '../../core/log/index.ts';
import { profileDeleted, getUserVisibility } from '../../core/users/index.ts';
import { defineJob } from '../../core/jobs/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { extraKindFor } from '../reactions/index.ts';
import {
  clearStatus,
  expireStatus,
  updateOwnStatus,
  updateUserStatus,
  statusJobs,
  getStatus,
  statusesIn,
} from './actions.ts';
import { statusObject, typeFor } from './serialize.ts';

const statusRoutes = [
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

const statusState: Pick<StateFetchers, 'user_status'> = {
  user_status: async ({ tx, me, client }) => {
    const sees = await getUserVisibility(tx, tx.cache, me);
    const statuses: Record<string, UserStatus> = {};
    for (const [userId, stored] of await statusesIn(tx, tx.orgId, tx.now)) {
      const user = tx.cache.users.get(userId);
      if (!user || !sees(user)) continue;
      const status = statusObject(user, stored, client);
      if (Object.keys(status).length > 0) statuses[userId] = status;
    }
    return { user_status: statuses };
  },
};

// Status: about a user, and for each class of client.

const encodeStatus: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'user_status')) return null;
  if (event.reaction_type === undefined) return once(shared, '', () => openObject(event));
  const reaction_type = typeFor(event.reaction_type, options.client);
  return once(shared, reaction_type, () => openObject({ ...event, reaction_type }));
};

const statusEvents: Pick<EventRules, 'user_status'> = {
  user_status: {
    to: ['everyone'],
    about: ({ user_id: id }) => [{ kind: 'user', id }],
    encode: encodeStatus,
    isOnPages: false,
  },
};

export const statusFeature = defineFeature({
  routes: statusRoutes,
  registerState: statusState,
  events: statusEvents,
  jobs: [defineJob(statusJobs.expireStatus, expireStatus)],
  reactions: [on(profileDeleted, (tx, user) => clearStatus(tx, user.id))],
});
