import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateScheduledResponse,
  CreateScheduledParams,
  EditScheduledParams,
  GetScheduledResponse,
  ScheduledPath,
} from '../../../../wire/scheduled-messages.ts';
import { route, withPath } from '../../http/route.ts';
import { createScheduled, deleteScheduled, editScheduled } from './actions.ts';
import { getScheduled } from './queries.ts';

export const scheduledRoutes = [
  route({
    method: 'GET',
    path: '/scheduled_messages',
    operationId: 'get-scheduled-messages',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetScheduledResponse,
    handle: async ({ app, me }) => ({ scheduled_messages: await getScheduled(app.db.read, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/scheduled_messages',
    operationId: 'create-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: CreateScheduledParams,
    response: CreateScheduledResponse,
    handle: async ({ app, me, params, client, origin }) => ({
      scheduled_message_id: await createScheduled(app, me, params, { client, origin }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'update-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(ScheduledPath, EditScheduledParams),
    response: EmptyResponse,
    handle: async ({ app, me, params, origin }) => {
      await editScheduled(app, me, params.scheduled_message_id, params, origin);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'delete-scheduled-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: ScheduledPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteScheduled(tx, me.id, params.scheduled_message_id),
  }),
];
