/**
 * The client's state, and how events change it. The law: the state of one registration, after the events of its queue,
 * equals that of a new registration (see `registered`).
 */
import type { Event, EventType } from '../../../wire/events.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import { getKeys, without } from './base/objects.ts';
import { nouns, type State } from './nouns.ts';

export { holds, isInGroup } from './people/groups.ts';
export { topicKey } from '../../../wire/topics.ts';
export { directKey } from './base/conversation-keys.ts';
export { keepMessages } from './messages/messages.ts';
export { registration } from './registration.ts';
export type { Server } from './organization/organization.ts';
export { typingKey } from './messages/typing.ts';
export type { State } from './nouns.ts';

type Part = keyof State;
type Reduce = (state: State, event: Event) => void;
type Join = (before: unknown, next: unknown, response: RegisterResponse) => unknown;
type Change = { reduce: Reduce[]; touches: readonly Part[] | 'any' };

/** @throws Error if the response lacks the person's own account. */
export function stateFromRegister(response: RegisterResponse): State {
  const state: Record<string, unknown> = {};
  for (const noun of nouns)
    for (const [part, read] of Object.entries(noun.state)) state[part] = read(response);
  // `nouns` has every part of the state; otherwise it does not compile.
  return state as State;
}

const changes = new Map<EventType, Change>();
for (const noun of nouns)
  for (const [name, reduce] of Object.entries(noun.reducers)) {
    // `defineNoun` allows only types of events and parts of the state as keys, and each reducer gets events of its type.
    const type = name as EventType;
    const own = Object.keys(noun.state) as Part[];
    changes.set(type, merged(changes.get(type), reduce as Reduce, noun.touches?.[type] ?? own));
  }

function merged(before: Change | undefined, reduce: Reduce, touches: Change['touches']): Change {
  const all = [...(before?.reduce ?? []), reduce];
  if (before?.touches === 'any' || touches === 'any') return { reduce: all, touches: 'any' };
  return { reduce: all, touches: [...new Set([...(before?.touches ?? []), ...touches])] };
}

/** Ignores events of unknown types. */
export function applyEvent(state: State, event: Event): void {
  for (const reduce of changes.get(event.type)?.reduce ?? []) reduce(state, event);
}

/** The parts that an event of this type may change. */
export const partsTouchedBy = (type: EventType): Change['touches'] => changes.get(type)?.touches ?? [];

/**
 * The state of a later registration, with what outlives it of the state before.
 * @throws Error if the response lacks the person's own account.
 */
export function stateAfter(before: State, response: RegisterResponse): State {
  const known: Readonly<Record<string, unknown>> = before;
  const state: Record<string, unknown> = { ...stateFromRegister(response) };
  for (const { fleeting = {}, kept = {} } of nouns) {
    for (const [part, fate] of Object.entries(fleeting)) if (fate === 'kept') state[part] = known[part];
    for (const [part, join] of Object.entries(kept))
      state[part] = (join as Join)(known[part], state[part], response);
  }
  // Only parts of the state are named there, each with a value of its type.
  return state as State;
}

const fleeting = nouns.flatMap((noun) => getKeys(noun.fleeting ?? {}));

/** The part of the state that a registration returns: all but the loaded messages, and who is typing. */
export const registered = (state: State): Partial<State> => without(state, fleeting);
