/** An event queue of the cast, polled by hand: for tests about the queue itself. Survives a restart of the world. */
import assert from 'node:assert/strict';
import { basicAuthorization, type JsonValue, type Params, type Reply } from './client.ts';
import { until } from './until.ts';
import type { Name, World } from './world.ts';

export interface ReceivedEvent {
  id: number;
  type: string;
  [field: string]: JsonValue;
}

export interface TestQueue {
  id: string;
  /** The id that acknowledges nothing. */
  start: number;
  /** Asks for what came after an event, without waiting. */
  poll(lastEventId: number): Promise<Reply>;
  /** The same, taken for granted. */
  after(lastEventId: number): Promise<ReceivedEvent[]>;
  /** The bytes of the response. */
  textAfter(lastEventId: number): Promise<string>;
  /** Asks and waits; resolves to the response when the server gives one. */
  hold(lastEventId: number): Promise<Reply>;
  /** Resolves when the server holds a poll, so that what follows meets it. */
  untilHeld(): Promise<void>;
}

/** Without `event_types`, messages only; no state is fetched. */
export async function openQueue(world: World, who: Name, params: Params = {}): Promise<TestQueue> {
  const { status, json } = await world.as(who).post('/register', {
    event_types: ['message'],
    fetch_event_types: [],
    client_capabilities: { empty_topic_name: true },
    ...params,
  });
  assert.equal(status, 200, json.msg);
  const id = json.queue_id as string;
  const query = (lastEventId: number) => ({ queue_id: id, last_event_id: lastEventId });
  const queue: TestQueue = {
    id,
    start: json.last_event_id as number,
    poll: (lastEventId) => world.as(who).get('/events', { ...query(lastEventId), dont_block: true }),
    async after(lastEventId) {
      const response = await queue.poll(lastEventId);
      assert.equal(response.status, 200, response.json.msg);
      return response.json.events as ReceivedEvent[];
    },
    async textAfter(lastEventId) {
      const authorization = basicAuthorization(world.people[who]);
      const path = `/api/v1/events?queue_id=${id}&last_event_id=${lastEventId}&dont_block=true`;
      return (await fetch(world.url + path, { headers: { authorization } })).text();
    },
    hold: (lastEventId) => world.as(who).get('/events', query(lastEventId)),
    untilHeld: () => until('the server holds the poll', () => world.app.hub.get(id)?.isHeld, 2),
  };
  return queue;
}

export const getContents = (events: readonly ReceivedEvent[]): string[] =>
  events.map((event) => (event.message as { content: string }).content);
