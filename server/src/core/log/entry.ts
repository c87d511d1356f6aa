/** One entry of an organization's event log, in memory. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { EventBody as WireEvent } from '../../../../wire/events.ts';
import type { Touched } from '../organization/index.ts';
import type { EditEvent } from './edit-event.ts';
import type { MessageEvent } from './message-event.ts';

/** An event as the log keeps it: without the id, which is its position. */
export interface EventBody {
  type: string;
  op?: string;
  [field: string]: unknown;
}

/**
 * Who an event is for: the union of these. Kept as named sets rather than lists of users, so that an event for 100,000
 * costs what one for ten costs; membership is decided at the event's log position.
 */
export interface Audience {
  everyone?: true;
  nonGuests?: true;
  administrators?: true;
  guests?: true;
  /** People other than guests who hold one of these permissions. */
  holders?: readonly GroupSetting[];
  users?: readonly number[];
  /** Members of this channel at the event's position. */
  channel?: number;
  /** Selects nobody by itself: the channel of the messages of an event for some of its members. */
  about?: number;
  /** Also for queues that asked for the messages of all public channels. */
  allPublic?: true;
  except?: readonly number[];
}

/** What actions may emit: the API's events, of which a message that is new or changed has a form of its own in the log. */
export type Emitted =
  | Exclude<WireEvent, { type: 'message' | 'update_message' | 'heartbeat' }>
  | MessageEvent
  | EditEvent
  | ReactionChange
  | ReturnEvent
  | UnknownUserEvent;

/** With who reacted, for clients that need it: only where it is visible to all recipients of the event. */
export type ReactionChange = Extract<WireEvent, { type: 'reaction' }> & {
  user?: { user_id: number; email: string; full_name: string };
};

/** Only for clients that do not know archived channels: for them an unarchived channel is a new one. */
type ReturnEvent = Extract<WireEvent, { type: 'stream' | 'subscription' }> & { isReturn: true };

/** For clients that need an entry for every user: there is one hidden from the reader. */
export interface UnknownUserEvent extends EventBody {
  type: 'realm_user';
  op: 'add';
  person: { user_id: number };
  isUnknownUser: true;
}

export interface LogEntry {
  orgId: number;
  position: number;
  event: EventBody;
  audience: Audience;
  touched: Touched | null;
  createdAt: number;
  /** Characters of the event as JSON. */
  size: number;
}
