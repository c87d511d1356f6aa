/** An entry of an organization's event log in memory. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { EventBody as WireEvent } from '../../../../wire/events.ts';
import type { Touched } from '../organization/index.ts';
import type { EditEvent } from './edit-event.ts';
import type { MessageEvent } from './message-event.ts';

/** An event in the log: without its id, which follows from its position (`event-ids.ts`). */
export interface EventBody {
  type: string;
  op?: string;
  [field: string]: unknown;
}

/**
 * The recipients of an event: the union of these sets. They are named instead of listing users, so that an event for 100,000
 * users costs as much as one for ten; membership is evaluated at the event's log position.
 */
export interface Audience {
  everyone?: true;
  nonGuests?: true;
  administrators?: true;
  guests?: true;
  /** Non-guests with one of these permissions. */
  holders?: readonly GroupSetting[];
  users?: readonly number[];
  /** Members of this channel at the event's position. */
  channel?: number;
  /** Selects nobody by itself: the channel of the messages that an event is about, if `channel` does not say it. */
  about?: number;
  /** Also queues that requested the messages of all public channels. */
  allPublic?: true;
  except?: readonly number[];
}

/**
 * Events that actions may emit: the API's events, except that new and edited messages and reactions have their own form in the log, and
 * messages deleted together are one event.
 */
export type Emitted =
  | Exclude<
      WireEvent,
      | { type: 'message' | 'update_message' | 'reaction' | 'heartbeat' }
      | { type: 'delete_message'; message_id: number }
    >
  | MessageEvent
  | EditEvent
  | ReactionChange
  | ReturnEvent
  | NamingBotEvent
  | UnknownUserEvent;

/** Includes the user who reacted, for clients that need it: only if all recipients may see them. */
export type ReactionChange = Extract<WireEvent, { type: 'reaction' }> & {
  user?: { user_id: number; email: string; full_name: string };
};

/** Only for clients without support for archived channels, to which an unarchived channel is a new one. */
type ReturnEvent = Extract<WireEvent, { type: 'stream' | 'subscription' }> & { isReturn: true };

/** With the ids of the channels that it names by field; only for the recheck at delivery. */
type NamingBotEvent = Extract<WireEvent, { type: 'realm_bot' }> & { named: Record<string, number> };

/** Says that a user exists who is hidden from the reader, to clients that need an entry for every user. */
export interface UnknownUserEvent extends EventBody {
  type: 'realm_user';
  op: 'add';
  person: { user_id: number };
  isUnknownUser: true;
}

export type LoggedEvent<T extends Emitted['type']> = Extract<Emitted, { type: T }>;

/** Narrows an event of the log by its type; `Tx.emit` accepts only events of their types. */
export const isEvent = <T extends Emitted['type']>(
  event: EventBody,
  type: T,
): event is EventBody & LoggedEvent<T> => event.type === type;

export interface LogEntry {
  orgId: number;
  position: number;
  /** How much greater the id of the event is than its position; 0 in entries of versions without shifts. */
  shift: number;
  /** The type of the event, which is known without parsing the event. */
  type: string;
  readonly event: EventBody;
  audience: Audience;
  touched: Touched | null;
  createdAt: number;
  /** Length of the event's JSON. */
  size: number;
}
