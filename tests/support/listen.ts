/** A client's event queue in a test: what arrived since one last asked, each event held against its schema. */
import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { eventTypes, type EventType } from '../../wire/events.ts';
import { eventSchemas } from '../../wire/nouns.ts';
import type { Client, JsonValue, Params } from './client.ts';

export interface Listener {
  /** The response of `/register`. */
  state: JsonValue;
  /** All that has arrived since the last call, at once. */
  received(): Promise<JsonValue[]>;
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
    async received() {
      const query = { queue_id: json.queue_id as string, last_event_id: last, dont_block: true };
      const response = await client.get('/events', query);
      assert.equal(response.status, 200, response.json.msg);
      const events = response.json.events as { id: number; type: EventType }[];
      for (const event of events) checkEvent(event);
      last = events.at(-1)?.id ?? last;
      return events;
    },
  };
}

const validators = new Map(eventTypes.map((type) => [type, Compile(eventSchemas[type])]));

function checkEvent(event: { type: EventType }): void {
  const validator = validators.get(event.type);
  assert.ok(validator, `${event.type} is no type of event.`);
  if (validator.Check(event)) return;
  const faults = validator.Errors(event).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  assert.fail(`An event is outside its schema: ${faults.slice(0, 5).join('; ')}\n${JSON.stringify(event)}`);
}
