/**
 * The state as signals. The reducers change it in place; what they may have touched is counted up, part by part and message
 * by message, and only what read those parts runs again. An organization of ten thousand people is never copied.
 */
import { batch, signal, type Signal } from '@preact/signals';
import type { Event, EventType } from '../../../wire/events.ts';
import type { Message } from '../../../wire/messages.ts';
import type { RegisterAnswer } from '../../../wire/register.ts';
import { applyEvent, reducers, stateFromRegister, type State } from './index.ts';

export type Part = keyof State;

/** Which parts the events of a type may change; of a type that is missing here, any part. */
const touched: Partial<Record<EventType, readonly Part[]>> = {
  alert_words: ['personal'],
  channel_folder: ['folders'],
  custom_profile_fields: ['profileFields'],
  default_streams: ['defaultChannels'],
  delete_message: ['unreads', 'starred', 'conversations', 'messages'],
  drafts: ['drafts'],
  heartbeat: [],
  invites_changed: [],
  message: ['unreads', 'conversations', 'maxMessageId', 'messages'],
  muted_users: ['personal'],
  navigation_view: ['navigationViews'],
  onboarding_steps: ['personal'],
  presence: ['presences'],
  reaction: [],
  realm_domains: ['domains'],
  realm_emoji: ['ownEmoji'],
  realm_user_settings_defaults: ['personal'],
  reminders: ['reminders'],
  saved_snippets: ['snippets'],
  scheduled_messages: ['scheduled'],
  submessage: [],
  typing: ['typing'],
  typing_edit_message: ['typing'],
  update_message_flags: ['unreads', 'starred'],
  user_group: ['groups'],
  user_settings: ['personal'],
  user_status: ['statuses'],
  user_topic: ['personal'],
};

export type Live = {
  /** A part of the state; who reads it while computing runs again when it changes. */
  get<P extends Part>(part: P): State[P];
  /** One message, likewise; undefined if it is not at hand. */
  message(id: number): Message | undefined;
  /** The state without being told of changes. */
  peek(): State;
  /** What the last registration answered, for what no reducer keeps. */
  answer: Signal<RegisterAnswer>;
  apply(events: readonly Event[]): void;
  /** Begins again with another registration; the messages at hand stay until they are replaced. */
  replace(answer: RegisterAnswer): void;
  /** Takes in messages that were fetched. */
  keep(messages: readonly Message[]): void;
  /** Forgets messages that nothing shows any more. */
  drop(ids: readonly number[]): void;
  /** Changes the state ahead of its event, as by a click that should show at once. */
  change(parts: readonly Part[], messageIds: readonly number[], make: (state: State) => void): void;
};

/** Reading a signal is what makes a computation depend on it. */
const subscribe = (count: Signal<number>): number => count.value;

/** A count for each key that somebody has read, which going up tells them to read again. */
function counters<Key>() {
  const counts = new Map<Key, Signal<number>>();
  return {
    read(key: Key): void {
      const count = counts.get(key) ?? signal(0);
      counts.set(key, count);
      subscribe(count);
    },
    bump(keys: Iterable<Key> = [...counts.keys()]): void {
      for (const key of keys) {
        const count = counts.get(key);
        if (count !== undefined) count.value = count.peek() + 1;
      }
    },
    forget: (key: Key): boolean => counts.delete(key),
  };
}

export function createLive(first: RegisterAnswer): Live {
  let state = stateFromRegister(first);
  const answer = signal(first);
  const parts = counters<Part>();
  const messages = counters<number>();
  return {
    answer,
    get(part) {
      parts.read(part);
      return state[part];
    },
    message(id) {
      messages.read(id);
      return state.messages.get(id);
    },
    peek: () => state,
    apply: (events) =>
      batch(() => {
        for (const event of events) {
          const ids = messageIdsOf(event, state);
          applyEvent(state, event);
          if (event.type in reducers) parts.bump(touched[event.type]);
          messages.bump(ids);
        }
      }),
    replace: (next) =>
      batch(() => {
        const kept = state.messages;
        state = stateFromRegister(next);
        for (const [id, message] of kept) state.messages.set(id, message);
        answer.value = next;
        parts.bump();
      }),
    keep: (fetched) =>
      batch(() => {
        for (const message of fetched) state.messages.set(message.id, message);
        messages.bump(fetched.map(({ id }) => id));
      }),
    drop(ids) {
      for (const id of ids) {
        state.messages.delete(id);
        messages.forget(id);
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

/** The messages that an event is about, under whichever of the wire's names it lists them. */
export function messageIdsOf(event: Event, state: State): number[] {
  const named = event as { message_id?: number; message_ids?: number[]; messages?: unknown; all?: boolean };
  if (event.type === 'message') return [event.message.id];
  // Whose name or picture changed is read through the people; only "all" reaches every message.
  if (named.all === true) return [...state.messages.keys()];
  const list = named.message_ids ?? (event.type === 'update_message_flags' ? event.messages : []);
  return named.message_id === undefined ? list : [...new Set([named.message_id, ...list])];
}
