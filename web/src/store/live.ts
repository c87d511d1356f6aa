/**
 * The state as signals. The reducers change it in place; what they may have touched is counted up, part by part and message
 * by message, and only what read those parts runs again. An organization of ten thousand people is never copied.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Event } from '../../../wire/events.ts';
import type { Message } from '../../../wire/messages.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import type { User } from '../../../wire/users.ts';
import { applyEvent, partsTouchedBy, stateFromRegister, type State } from './index.ts';
import { isOfPeople, reduceUserList } from './people/users.ts';

type Part = keyof State;

export type Live = {
  /** A part of the state; who reads it while computing runs again when it changes. */
  get<P extends Part>(part: P): State[P];
  /** One message, likewise; undefined if it is not at hand. */
  message(id: number): Message | undefined;
  /** The state without subscribing to changes. */
  peek(): State;
  /** Another one for each registration. */
  begun: ReadonlySignal<RegistrationInfo>;
  /** Whether all people are known; before, those of the person's own conversations are. */
  hasPeople: ReadonlySignal<boolean>;
  /**
   * Takes in all people, who are fetched apart.
   * @param lastEventId the last event that had been received when they were requested
   * @returns false where that was too long ago: they have to be asked for again
   */
  takePeople(people: readonly User[], lastEventId: number): boolean;
  apply(events: readonly Event[]): void;
  /** Begins again with another registration; the loaded messages stay until they are replaced. */
  replace(response: RegisterResponse): void;
  /** Takes in messages that were fetched. */
  keep(messages: readonly Message[]): void;
  /** Evicts messages that are not shown any more. */
  drop(ids: readonly number[]): void;
  /** Changes the state ahead of its event, as by a click that should show at once. */
  change(parts: readonly Part[], messageIds: readonly number[], make: (state: State) => void): void;
};

/** What a registration has beside the state. */
export type RegistrationInfo = { presenceUpdateId: number | undefined };

const begunWith = (response?: RegisterResponse): RegistrationInfo => ({
  presenceUpdateId: response?.presence_last_update_id,
});

/** Reading a signal is what makes a computation depend on it. */
const subscribe = (count: Signal<number>): number => count.value;

/** A count for each key that someone has read, whose increase makes them read again. */
function counters<Key>() {
  const counts = new Map<Key, Signal<number>>();
  return {
    /** Anyone who asks runs again when it is bumped. Returns the key. */
    read<K extends Key>(key: K): K {
      const count = counts.get(key) ?? signal(0);
      counts.set(key, count);
      subscribe(count);
      return key;
    },
    bump(keys: Iterable<Key> = [...counts.keys()]): void {
      for (const key of keys) {
        const count = counts.get(key);
        if (count !== undefined) count.value = count.peek() + 1;
      }
    },
    evict: (key: Key): boolean => counts.delete(key),
  };
}

type Counters<Key> = ReturnType<typeof counters<Key>>;

function applyCounted(state: State, event: Event, parts: Counters<Part>, messages: Counters<number>): void {
  const ids = getMessageIds(event, state);
  applyEvent(state, event);
  const touched = partsTouchedBy(event.type);
  parts.bump(touched === 'any' ? undefined : touched);
  messages.bump(ids);
}

/** @param first names all people */
export function createLive(first: RegisterResponse): Live {
  const live = getLive(stateFromRegister(first), first);
  live.takePeople([...live.peek().users.values()], -1);
  return live;
}

/** The state of a new registration, with what it does not bring. */
function stateAfter(
  { messages, users, presences }: State,
  next: RegisterResponse,
  hasPeople: boolean,
): State {
  const state = stateFromRegister(next);
  for (const [id, message] of messages) state.messages.set(id, message);
  // Until they come again.
  if (hasPeople) state.users = new Map([...users, ...state.users]);
  if (next.presences === undefined) state.presences = presences;
  return state;
}

/** Events about people while they are being fetched: it may be older than they are, or newer. */
function pendingUserEvents() {
  let kept: Event[] | undefined = [];
  return {
    apply(event: Event): void {
      if (isOfPeople(event)) kept?.push(event);
    },
    beginAgain(): void {
      kept = [];
    },
    /** The people with the events after the request; undefined where that does not suffice. */
    bring(people: readonly User[], lastEventId: number): State['users'] | undefined {
      const since = (kept ?? []).filter(({ id }) => id > lastEventId);
      // Which values went with a field of profiles is known by what was there before only.
      if (since.some(({ type }) => type === 'custom_profile_fields')) return undefined;
      const users = new Map(people.map((user) => [user.user_id, { ...user }]));
      for (const event of since) if (event.type === 'realm_user') reduceUserList(users, event);
      kept = undefined;
      return users;
    },
  };
}

/**
 * @param first is changed from now on
 * @param response the response that it comes from, if it comes directly from one
 */
export function getLive(first: State, response?: RegisterResponse): Live {
  let state = first;
  const begun = signal(begunWith(response));
  const hasPeople = signal(false);
  const ofPeople = pendingUserEvents();
  const parts = counters<Part>();
  const messages = counters<number>();
  return {
    begun,
    hasPeople,
    takePeople(people, lastEventId) {
      const users = ofPeople.bring(people, lastEventId);
      if (!users) return false;
      batch(() => {
        state.users = users;
        parts.bump(['users']);
        hasPeople.value = true;
      });
      return true;
    },
    get: (part) => state[parts.read(part)],
    message: (id) => state.messages.get(messages.read(id)),
    peek: () => state,
    apply: (events) =>
      batch(() => {
        for (const event of events) {
          ofPeople.apply(event);
          applyCounted(state, event, parts, messages);
        }
      }),
    replace: (next) =>
      batch(() => {
        state = stateAfter(state, next, hasPeople.peek());
        ofPeople.beginAgain();
        begun.value = begunWith(next);
        parts.bump();
      }),
    keep: (fetched) =>
      batch(() => {
        for (const message of fetched) state.messages.set(message.id, message);
        parts.bump(['messages']);
        messages.bump(fetched.map(({ id }) => id));
      }),
    drop(ids) {
      for (const id of ids) {
        state.messages.delete(id);
        messages.evict(id);
      }
    },
    change: (some, ids, make) =>
      batch(() => {
        make(state);
        parts.bump(some);
        messages.bump(ids);
      }),
  };
}

/** What is computed from the state for all who ask, again only when what it reads has changed. */
export function oncePerLive<Result>(compute: (live: Live) => Result): (live: Live) => Result {
  const made = new WeakMap<Live, ReadonlySignal<Result>>();
  return (live) => {
    const known = made.get(live) ?? computed(() => compute(live));
    made.set(live, known);
    return known.value;
  };
}

/** The messages that an event is about, under whichever of the wire's names it lists them. */
export function getMessageIds(event: Event, state: State): number[] {
  const named = event as { message_id?: number; message_ids?: number[]; messages?: unknown; all?: boolean };
  if (event.type === 'message') return [event.message.id];
  // Whose name or picture changed is read through the people; only "all" reaches every message.
  if (named.all === true) return [...state.messages.keys()];
  const list = named.message_ids ?? (event.type === 'update_message_flags' ? event.messages : []);
  return named.message_id === undefined ? list : [...new Set([named.message_id, ...list])];
}
