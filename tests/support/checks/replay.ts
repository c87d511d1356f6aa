/** The law of state and events: what one registration said, after the events of its queue, is what a new one says. */
import assert from 'node:assert/strict';
import type { Event } from '../../../wire/events.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import { applyEvent, registered, registration, stateFromRegister } from '../../../web/src/store/index.ts';
import type { Client, Params } from '../client.ts';
import { listen } from '../listen.ts';
import { asRegistration } from '../registration.ts';

export interface Replay {
  /** Applies what has arrived, compares with a new registration, and returns what had arrived. */
  holds(): Promise<Event[]>;
}

export async function replay(client: Client, params: Params = {}): Promise<Replay> {
  const asked = { ...(registration as Params), ...params };
  const listener = await listen(client, { ...asked, event_types: undefined });
  const state = stateFromRegister(listener.state as RegisterResponse);
  return {
    async holds() {
      const events = (await listener.received()) as Event[];
      for (const event of events) applyEvent(state, event);
      const { json } = await client.post('/register', asked);
      const fresh = stateFromRegister(asRegistration(json));
      assert.deepEqual(registered(state), registered(fresh));
      return events;
    },
  };
}
