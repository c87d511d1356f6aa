import {
  DeleteQueueParams,
  GetEventsResponse,
  GetEventsParams,
  RegisterParams,
} from '../../../../wire/events.ts';
import { Exact } from '../../../../wire/core.ts';
import { RegisterResponse } from '../../../../wire/register.ts';
import { route } from '../../http/route.ts';
import { deleteQueue } from './delete.ts';
import { getEvents } from './poll.ts';
import { register } from './register.ts';

export const eventRoutes = [
  route({
    method: 'POST',
    path: '/register',
    operationId: 'register-queue',
    policy: 'signedIn',
    personal: true,
    scope: 'read',
    takesChannelKeys: 'handler',
    params: RegisterParams,
    response: RegisterResponse,
    handle: (context) => register(context, context.app.registerState),
  }),
  route({
    method: 'GET',
    path: '/events',
    operationId: 'get-events',
    policy: 'signedIn',
    scope: 'read',
    takesChannelKeys: 'handler',
    rateLimit: 'none',
    isUnattended: true,
    params: GetEventsParams,
    response: GetEventsResponse,
    handle: getEvents,
  }),
  route({
    method: 'DELETE',
    path: '/events',
    operationId: 'delete-queue',
    policy: 'signedIn',
    personal: true,
    scope: 'read',
    takesChannelKeys: 'handler',
    params: DeleteQueueParams,
    response: Exact({}),
    handle: deleteQueue,
  }),
];
