import { EmptyAnswer, Type } from '../../../../wire/core.ts';
import {
  CreateScheduledAnswer,
  CreateScheduledParams,
  EditScheduledParams,
  GetScheduledAnswer,
  ScheduledPath,
} from '../../../../wire/scheduled-messages.ts';
import { route, withPath } from '../../http/route.ts';
import { createScheduled, deleteScheduled, editScheduled } from './actions.ts';
import { scheduledOf } from './queries.ts';

export const scheduledRoutes = [
  route({
    method: 'GET',
    path: '/scheduled_messages',
    operationId: 'get-scheduled-messages',
    policy: 'signedIn',
    params: Type.Object({}),
    answer: GetScheduledAnswer,
    handle: async ({ heddle, me }) => ({ scheduled_messages: await scheduledOf(heddle.db.read, me.id) }),
  }),
  route({
    method: 'POST',
    path: '/scheduled_messages',
    operationId: 'create-scheduled-message',
    policy: 'signedIn',
    params: CreateScheduledParams,
    answer: CreateScheduledAnswer,
    handle: async ({ heddle, me, params, client, origin }) => ({
      scheduled_message_id: await createScheduled(heddle, me, params, { client, origin }),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'update-scheduled-message',
    policy: 'signedIn',
    params: withPath(ScheduledPath, EditScheduledParams),
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params, origin }) => {
      await editScheduled(heddle, me, params.scheduled_message_id, params, origin);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/scheduled_messages/:scheduled_message_id',
    operationId: 'delete-scheduled-message',
    policy: 'signedIn',
    params: ScheduledPath,
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await heddle.db.write(me.orgId, me, (tx) => deleteScheduled(tx, me.id, params.scheduled_message_id));
      return {};
    },
  }),
];
