/**
 * The state as signals. The reducers change it in place; a counter for each part and each message is increased when
 * they may have changed it, and only computations that read it run again. The state of an organization of ten thousand
 * users is never copied.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Channel } from '../../../wire/channels.ts';
import type { Event } from '../../../wire/events.ts';
import type { Message } from '../../../wire/messages.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import type { User } from '../../../wire/users.ts';
import { applyEvent, partsTouchedBy, stateAfter, stateFromRegister, type State } from './index.ts';
import { addOtherChannels } from './channels/channels.ts';
import { WatchedChannels } from './channels/watched-channels.ts';
import { isOfPeople, reduceUserList } from './people/users.ts';

type Part = keyof State;

export type Live = {
  /** A part of the state; the computation that reads it runs again when it changes. */
  get<P extends Part>(part: P): State[P];
  /** One message, likewise; undefined if it is not loaded. */
  message(id: number): Message | undefined;
  /** The state without subscribing to changes. Channels that are missing are requested as by `get`. */
  peek(): State;
  /** Changes with each registration. */
  begun: ReadonlySignal<RegistrationInfo>;
  /** Whether all users are loaded; before, only those of the person's own conversations are. */
  hasPeople: ReadonlySignal<boolean>;
  /**
   * Stores all users, which are fetched separately.
   * @param lastEventId of the last event before the request
   * @returns false if events since then are missing: the users have to be fetched again
   */
  takePeople(people: readonly User[], lastEventId: number): boolean;
  /** Whether all channels are loaded; before, only those that the person is or was subscribed to are. */
  hasChannels: ReadonlySignal<boolean>;
  /** Whether a part of the page has read channels that are not loaded. */
  wantsChannels: ReadonlySignal<boolean>;
  /**
   * Called before all visible channels are requested.
   * @returns takes the response; false if events since then are missing: the channels have to be requested again
   */
  awaitChannels(): (all: readonly Channel[]) => boolean;
  apply(events: readonly Event[]): void;
  /** Replaces the state by that of another registration; the loaded messages stay until they are replaced. */
  replace(response: RegisterResponse): void;
  /** Stores fetched messages. */
  keep(messages: readonly Message[]): void;
  /** Evicts messages. */
  drop(ids: readonly number[]): void;
  /** Changes the state before the event arrives, for optimistic updates. */
  change(parts: readonly Part[], messageIds: readonly number[], make: (state: State) => void): void;
};

/** The parts of the state that a registration does not return. */
export type RegistrationInfo = { presenceUpdateId: number | undefined };

const begunWith = (response?: RegisterResponse): RegistrationInfo => ({
  presenceUpdateId: response?.presence_last_update_id,
});

/** Reading the signal subscribes the computation. */
const subscribe = (count: Signal<number>): number => count.value;

/** A counter for each key that has been read; increasing it runs the readers again. */
function counters<Key>() {
  const counts = new Map<Key, Signal<number>>();
  return {
    /** Subscribes the computation to the key. Returns the key. */
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

/** @param first includes all users and channels */
export function createLive(first: RegisterResponse): Live {
  const state = stateFromRegister(first);
  const live = openLive(state, first);
  live.takePeople([...state.users.values()], -1);
  live.awaitChannels()([...state.channels.values()]);
  return live;
}

/** Events about users while they are being fetched: the response may have been made before or after them. */
function pendingUserEvents() {
  let kept: Event[] | undefined = [];
  return {
    apply(event: Event): void {
      if (isOfPeople(event)) kept?.push(event);
    },
    beginAgain(): void {
      kept = [];
    },
    /** The users after the events since the request; undefined if the events do not say enough. */
    bring(people: readonly User[], lastEventId: number): State['users'] | undefined {
      const since = (kept ?? []).filter(({ id }) => id > lastEventId);
      // The values deleted with a profile field are known only from the users before the event.
      if (since.some(({ type }) => type === 'custom_profile_fields')) return undefined;
      const users = new Map(people.map((user) => [user.user_id, { ...user }]));
      for (const event of since) if (event.type === 'realm_user') reduceUserList(users, event);
      kept = undefined;
      return users;
    },
  };
}

/** The channels of other people's conversations, which are loaded when they are needed. */
function otherChannels(getState: () => State, onTaken: () => void) {
  const hasChannels = signal(false);
  const wantsChannels = signal(false);
  let since: Event[] | undefined;
  const want = () => {
    // Not while a computation runs, which reads the state.
    if (!hasChannels.peek()) queueMicrotask(() => (wantsChannels.value = true));
  };
  return {
    hasChannels,
    wantsChannels,
    /** The same state, with all its fields, whose other channels are wanted when they are read. */
    watch(state: State): State {
      const channels = new WatchedChannels(state.channels, want);
      return new Proxy(state, {
        get: (all, part: Part) => (part === 'channels' ? channels : all[part]),
      });
    },
    apply(event: Event): void {
      since?.push(event);
    },
    /** @param before the channels of the registration before, which stay until they are loaded again */
    beginAgain(before: State['channels']): void {
      since = undefined;
      if (!hasChannels.peek()) return;
      const { channels } = getState();
      for (const [id, channel] of before) if (!channels.has(id)) channels.set(id, channel);
      hasChannels.value = false;
      wantsChannels.value = true;
    },
    wait() {
      const own: Event[] = [];
      since = own;
      return (all: readonly Channel[]): boolean => {
        if (since !== own || !addOtherChannels(getState(), all, own)) return false;
        since = undefined;
        batch(() => {
          onTaken();
          hasChannels.value = true;
        });
        return true;
      };
    },
  };
}

function loadedMessages(
  getState: () => State,
  parts: Counters<Part>,
  messages: Counters<number>,
): Pick<Live, 'message' | 'keep' | 'drop'> {
  return {
    message: (id) => getState().messages.get(messages.read(id)),
    keep: (fetched) =>
      batch(() => {
        for (const message of fetched) getState().messages.set(message.id, message);
        parts.bump(['messages']);
        messages.bump(fetched.map(({ id }) => id));
      }),
    drop(ids) {
      for (const id of ids) {
        getState().messages.delete(id);
        messages.evict(id);
      }
    },
  };
}

/**
 * @param first is changed in place
 * @param response the registration that it was made from, if no events were applied since
 */
export function openLive(first: State, response?: RegisterResponse): Live {
  let state = first;
  const begun = signal(begunWith(response));
  const hasPeople = signal(false);
  const ofPeople = pendingUserEvents();
  const parts = counters<Part>();
  const messages = counters<number>();
  const loaded = loadedMessages(() => state, parts, messages);
  const others = otherChannels(
    () => state,
    () => parts.bump(['channels']),
  );
  let watched = others.watch(state);
  // With all channels, none is missing.
  const peek = (): State => (others.hasChannels.peek() ? state : watched);
  return {
    begun,
    hasPeople,
    hasChannels: others.hasChannels,
    wantsChannels: others.wantsChannels,
    awaitChannels: others.wait,
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
    get: (part) => peek()[parts.read(part)],
    peek,
    apply: (events) =>
      batch(() => {
        for (const event of events) {
          ofPeople.apply(event);
          others.apply(event);
          applyCounted(state, event, parts, messages);
        }
      }),
    replace: (next) =>
      batch(() => {
        const before = state.channels;
        state = stateAfter(state, next);
        ofPeople.beginAgain();
        watched = others.watch(state);
        others.beginAgain(before);
        begun.value = begunWith(next);
        parts.bump();
      }),
    ...loaded,
    change: (some, ids, make) =>
      batch(() => {
        make(state);
        parts.bump(some);
        messages.bump(ids);
      }),
  };
}

/**
 * A value computed from the state, shared by all readers and computed again only when the state that it reads has
 * changed.
 */
export function oncePerLive<Result>(compute: (live: Live) => Result): (live: Live) => Result {
  const made = new WeakMap<Live, ReadonlySignal<Result>>();
  return (live) => {
    const known = made.get(live) ?? computed(() => compute(live));
    made.set(live, known);
    return known.value;
  };
}

/** The messages that an event is about, under each of the names that the wire has for them. */
export function getMessageIds(event: Event, state: State): number[] {
  const named = event as { message_id?: number; message_ids?: number[]; messages?: unknown; all?: boolean };
  if (event.type === 'message') return [event.message.id];
  // Names and avatars are read through the users, so a change of these affects messages only as "all".
  if (named.all === true) return [...state.messages.keys()];
  const list = named.message_ids ?? (event.type === 'update_message_flags' ? event.messages : []);
  return named.message_id === undefined ? list : [...new Set([named.message_id, ...list])];
}
