/** All nouns of the store, and what has to be so of all of them together. */
import type { EventType } from '../../../wire/events.ts';
import type { FetchKey } from '../../../wire/register.ts';
import type { KeyOf, NounOver, ReducedBy, StateOf, UndecidedOf } from './base/noun.ts';
import { listed } from './noun-list.ts';

type ListedNoun = (typeof listed)[keyof typeof listed];

/** The state, changed in place by `applyEvent`. */
export type State = StateOf<ListedNoun>;

/** Does not compile if a reducer names a part that no noun has. */
export const nouns: readonly NounOver<State>[] = Object.values(listed);

/** Does not compile if a part that no registration gives is not `fleeting`, which says whether it outlives one. */
export const undecidedParts: Readonly<Record<UndecidedOf<ListedNoun>, true>> = {};

/** Does not compile if a key of the registration is neither in a noun nor in this list. */
export const unusedKeys: Readonly<Record<Exclude<FetchKey, KeyOf<ListedNoun>>, true>> = {
  default_stream_groups: true,
  giphy: true,
  klipy: true,
  // `user_topic` has them too.
  muted_topics: true,
  realm_billing: true,
  realm_filters: true,
  realm_incoming_webhook_bots: true,
  stop_words: true,
  tenor: true,
};

/** Does not compile if a type of event is neither reduced by a noun nor in this list. */
export const unusedEvents: Readonly<Record<Exclude<EventType, ReducedBy<ListedNoun>>, true>> = {
  default_stream_groups: true,
  heartbeat: true,
  // `user_topic` has them too.
  muted_topics: true,
};
