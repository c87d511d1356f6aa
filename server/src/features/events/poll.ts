/** The long poll: answers at once when there is something, else holds the request until there is. */
import type { EventQueue } from '../../events/queue.ts';
import { Encoded, type Context } from '../../http/route.ts';
import type { GetEventsParams } from '../../../../wire/events.ts';
import { badRequest } from '../../http/errors.ts';
import { checkLastEventId, queueForPolling } from './queues.ts';

const heartbeatMs = { least: 45_000, most: 55_000 } as const;

export async function getEvents(context: Context<GetEventsParams>): Promise<Encoded> {
  const { params, heddle, me } = context;
  const { queue_id, dont_block } = params;
  const lastEventId = params.last_event_id ?? heddle.hub.get(queue_id)?.acknowledged ?? -1;
  if (lastEventId < -1) throw badRequest('last_event_id is not the id of an event.');
  checkLastEventId(me.directory, heddle.hub.position(me.orgId), lastEventId);
  const queue = await queueForPolling(heddle, me, queue_id, lastEventId);
  queue.lastSeenAt = Date.now();
  queue.acknowledge(lastEventId);
  const events = queue.take() ?? (dont_block ? '[]' : await wait(context, queue));
  queue.lastSeenAt = Date.now();
  return new Encoded(`"events":${events},"queue_id":${JSON.stringify(queue.id)}`);
}

function wait({ onClose, heddle }: Context<GetEventsParams>, queue: EventQueue): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const delay = heartbeatMs.least + Math.random() * (heartbeatMs.most - heartbeatMs.least);
  // With nothing pending, everything up to here is known not to be for this queue.
  const timer = setTimeout(() => queue.answer(queue.heartbeat(heddle.hub.position(queue.orgId))), delay);
  const answer = (events: string) => {
    clearTimeout(timer);
    resolve(events);
  };
  queue.hold(answer);
  onClose(() => {
    clearTimeout(timer);
    queue.release(answer);
  });
  return promise;
}
