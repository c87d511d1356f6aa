/**
 * Event rules. Each feature declares one for each type of its events: who may have them, what they are about, and how they
 * are encoded. Delivery, the recheck after a loss of access and the keys of one channel all read the same rule. A type
 * without a rule does not compile, and an event of a newer version, whose type has none here, is delivered to nobody.
 */
import type { Audience, Emitted, EventBody, LogEntry, LoggedEvent } from '../log/index.ts';
import type { Encoder } from './encode.ts';

type EventType = Emitted['type'];

/**
 * Who may have events of a type at most, when they are emitted and when they are delivered; the audience of an event selects among them.
 * `readers`: those who can access everything that the event is about; after a loss of access, one about nothing reaches nobody.
 * `named`: users whom the audience names.
 */
export type Recipient = 'everyone' | 'members' | 'administrators' | 'named' | 'readers';

/** Something that an event reveals. Who has lost access to it no longer gets the event. */
export type Subject =
  /** The channel itself and its members. */
  | { kind: 'channel'; id: number }
  /** Topics of a channel, and what happens in it. */
  | { kind: 'content'; channelId: number }
  /** In the channel where it was when the event was emitted; `channelId` is undefined for a direct message. */
  | { kind: 'message'; id: number; channelId: number | undefined; senderId?: number }
  /** A user’s account. */
  | { kind: 'user'; id: number }
  /** The settings and the key of a bot. */
  | { kind: 'bot'; id: number }
  /** A reminder, with what it quotes. */
  | { kind: 'reminder'; id: number }
  /** A direct conversation, which its people cannot lose. */
  | { kind: 'direct' }
  /** The channel that something has left, of which the event reveals nothing more. */
  | { kind: 'left'; channelId: number };

/** What an event says about earlier events of the queue: their message was deleted or moved, their user is hidden now, or their reminder is gone. */
export type Ending =
  | { kind: 'message'; id: number; movedTo?: number }
  | { kind: 'user' | 'reminder'; id: number };

interface EventRule<T extends EventType> {
  to: readonly Recipient[];
  /** All that it reveals beyond what any of its recipients may know. Keys of one channel get events about the content of that channel. */
  about: (event: LoggedEvent<T>, audience: Audience) => readonly Subject[];
  /** The part of an event that is about what is still accessible. Without it, the event is not delivered. */
  reduce?: (event: LoggedEvent<T>, sees: Sees, audience: Audience) => LoggedEvent<T> | null;
  ends?: (event: LoggedEvent<T>) => readonly Ending[];
  /** If it is absent, the events are the same for all clients. */
  encode?: Encoder;
  /** Whether pages for spectators may show what it says, if everyone or readers get it. They are made again after such an event. */
  isOnPages?: false;
}

export type Sees = (subject: Subject) => boolean;

export type EventRules = { readonly [T in EventType]: EventRule<T> };

/** The rule of any type, which is only given events of that type. */
export interface AnyEventRule {
  readonly to: readonly Recipient[];
  readonly about: (event: never, audience: Audience) => readonly Subject[];
  readonly reduce?: (event: never, sees: Sees, audience: Audience) => object | null;
  readonly ends?: (event: never) => readonly Ending[];
  readonly encode?: Encoder;
  readonly isOnPages?: false;
}

/** By type. */
export type EventRuleTable = ReadonlyMap<string, AnyEventRule>;

export const nothing = (): readonly Subject[] => [];

/** What someone has set for themselves. */
export const personal = { to: ['named'], about: nothing } as const;

/** What is the same for the whole organization. */
export const organizationWide = { to: ['everyone'], about: nothing } as const;

/** The message that an event names; only the audience names its channel. */
export const messageById = (id: number, { channel, about }: Audience): Subject => ({
  kind: 'message',
  id,
  channelId: channel ?? about,
});

// What follows finds the rule by the type of the event, so it takes it.

export const getSubjects = ({ about }: AnyEventRule, { event, audience }: LogEntry): readonly Subject[] =>
  about(event as never, audience);

export const getEndings = ({ ends }: AnyEventRule, event: EventBody): readonly Ending[] =>
  ends?.(event as never) ?? [];

export const getReduced = (
  { reduce }: AnyEventRule,
  { event, audience }: LogEntry,
  sees: Sees,
): EventBody | null => (reduce?.(event as never, sees, audience) ?? null) as EventBody | null;
