import {
  DeleteQueueParams,
  GetEventsResponse,
  GetEventsParams,
  RegisterParams,
} from '../../../../wire/events.ts';
import { Exact } from '../../../../wire/core.ts';
import { RegisterResponse } from '../../../../wire/register.ts';
import { route, type ResponseFields, type Context, Encoded } from '../../http/route.ts';
import { register } from './register.ts';
import { deleteQueues, type EventQueue } from '../../core/events/index.ts';
import { endQueues, goneQueue, ownsQueue, findPosition, queueForPolling } from './queues.ts';
import { apiError } from '../../lib/errors.ts';

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

/** DELETE /events: deletes an event queue. */
async function deleteQueue({ app, me, params }: Context<DeleteQueueParams>): Promise<ResponseFields> {
  const { queue_id: id } = params;
  if (!(await ownsQueue(app, me, id))) throw goneQueue(id);
  await app.db.write(me.orgId, me, (tx) => deleteQueues(tx, [id]));
  endQueues(app, [id]);
  return {};
}

/** GET /events: a long poll, which responds immediately if there are events, otherwise with the next one. */
async function getEvents(context: Context<GetEventsParams>): Promise<Encoded> {
  const { params, app, me } = context;
  const { queue_id, dont_block } = params;
  if (params.last_event_id === undefined) throw apiError('parameters.missing-one', { name: 'last_event_id' });
  const lastEventId = lastSeen(params);
  const last = lastEventId === undefined ? undefined : await findPosition(app, me, queue_id, lastEventId);
  // A client that asks again at once may have asked another node, and seen more there.
  if (dont_block && app.peers.areAllowed) await app.peers.catchUp(me.orgId);
  const queue = await queueForPolling(app, me, queue_id, last);
  // It would lack those without knowing.
  if (last === undefined && queue.hasAcknowledged) throw apiError('queues.acknowledged', {}, { queue_id });
  queue.lastSeenAt = app.clock.now();
  if (last !== undefined) queue.acknowledge(last);
  const events = queue.take() ?? (dont_block ? '[]' : await wait(context, queue));
  queue.lastSeenAt = app.clock.now();
  return new Encoded(`"events":${events},"queue_id":${JSON.stringify(queue.id)}`);
}

/**
 * COMPAT(zulip-js, scripts): -1 and 0 mean that the client has seen nothing yet, although ids do not start there. It gets all
 * events, or is refused if it has acknowledged some.
 */
function lastSeen({ last_event_id }: GetEventsParams): number | undefined {
  return last_event_id === -1 || last_event_id === 0 ? undefined : last_event_id;
}

function wait({ onClose, app }: Context<GetEventsParams>, queue: EventQueue): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { least, most } = app.hub.heartbeat;
  const delay = least + Math.random() * (most - least);
  const timer = setTimeout(() => app.hub.endPoll(queue), delay);
  const response = (events: string) => {
    clearTimeout(timer);
    resolve(events);
  };
  queue.hold(response);
  onClose(() => {
    clearTimeout(timer);
    queue.release(response);
  });
  return promise;
}
