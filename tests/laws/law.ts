/**
 * The law of state and events: what a registration said, changed by the events of its queue, is what a new registration
 * says. The events are applied with the web client's own reducers, so that there is no second implementation.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../wire/events.ts';
import type { RegisterResponse } from '../../wire/register.ts';
import { applyEvent, registered, registration, stateFromRegister } from '../../web/src/store/index.ts';
import type { Client, Params } from '../support/client.ts';
import { assertSame } from '../support/difference.ts';

/** One client that has registered. */
export interface Watch {
  client: Client;
  asked: Params;
  response: RegisterResponse;
}

export async function watch(client: Client, params: Params = {}): Promise<Watch> {
  const asked = { ...(registration as Params), ...params };
  const { status, json } = await client.post('/register', asked);
  assert.equal(status, 200, json.msg);
  // A server that is started again by a test listens elsewhere, which nobody is notified of.
  const response = JSON.parse(
    JSON.stringify(json).replaceAll(client.url, 'http://server'),
  ) as RegisterResponse;
  return { client, asked, response };
}

/** All that has come since; `null` when the queue has been ended, as it is by some changes of what one may see. */
export async function readEvents({ client, response }: Watch): Promise<Event[] | null> {
  const { queue_id, last_event_id } = response;
  const { status, json } = await client.get('/events', { queue_id, last_event_id, dont_block: true });
  if (json.code === 'BAD_EVENT_QUEUE_ID') return null;
  assert.equal(status, 200, json.msg);
  return json.events as Event[];
}

type Registered = ReturnType<typeof registered>;
const states = new WeakMap<RegisterResponse, Registered>();

/** Fetched several times for one response, and slow. */
function getState(response: RegisterResponse): Registered {
  const known = states.get(response) ?? registered(stateFromRegister(response));
  states.set(response, known);
  return known;
}

const stateAfter = (before: RegisterResponse, events: readonly Event[]) => {
  if (events.length === 0) return getState(before);
  const state = stateFromRegister(before);
  for (const event of events) applyEvent(state, event);
  return registered(state);
};

/** @throws AssertionError when the events do not lead from one registration to the other. */
export function assertLaw(
  before: RegisterResponse,
  events: readonly Event[],
  after: RegisterResponse,
  who: string,
): void {
  assertSame(
    stateAfter(before, events),
    getState(after),
    `${who}: events (actual) and registration (expected) differ`,
  );
}

/** Whether these events lead from one registration to the other. Without a text of what differs, which takes most of the time. */
export function holdsWith(
  before: RegisterResponse,
  events: readonly Event[],
  after: RegisterResponse,
): boolean {
  try {
    return isDeepStrictEqual(stateAfter(before, events), getState(after));
  } catch {
    // An event that cannot be applied without another one.
    return false;
  }
}

export const isChanged = (before: RegisterResponse, after: RegisterResponse): boolean =>
  !holdsWith(before, [], after);

/** `stream/update/first_message_id`, `realm_user/update/role`, `message`: what an event is about. */
export function getKind(event: Event): string {
  const { type, op, property, person, flag } = event as {
    type: string;
    op?: string;
    property?: string;
    flag?: string;
  } & {
    person?: object;
  };
  const detail = flag ?? property ?? (op === 'update' && person ? getChange(person) : undefined);
  return [type, op, detail].filter((part) => part !== undefined).join('/');
}

const getChange = (person: object): string | undefined =>
  Object.keys(person).find((key) => key !== 'user_id' && key !== 'email');
