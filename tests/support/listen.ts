/** A client's event queue in a test: what arrived since one last asked. */
import assert from 'node:assert/strict';
import type { Client, JsonValue, Params } from './client.ts';

export interface Listener {
  /** What `/register` answered. */
  state: JsonValue;
  /** All that has arrived since the last call, at once. */
  heard(): Promise<JsonValue[]>;
}

export async function listen(client: Client, params: Params = {}): Promise<Listener> {
  const { status, json } = await client.post('/register', {
    event_types: ['stream', 'subscription'],
    ...params,
  });
  assert.equal(status, 200, json.msg);
  let last = json.last_event_id as number;
  return {
    state: json,
    async heard() {
      const query = { queue_id: json.queue_id as string, last_event_id: last, dont_block: true };
      const answer = await client.get('/events', query);
      assert.equal(answer.status, 200, answer.json.msg);
      const events = answer.json.events as { id: number }[];
      last = events.at(-1)?.id ?? last;
      return events;
    },
  };
}
