/** An integration: its name, its events, and a pure function from a delivery to messages. */
import type { WebhookParams, WebhookResponse } from '../../../../wire/integrations.ts';
import type { Markup } from './markup.ts';
import type { Payload } from './payload.ts';
import type { Scheme } from './signature.ts';

/** What a service posted. */
export interface Delivery {
  payload: Payload;
  /** A header of the request. */
  header(name: string): string | undefined;
  params: WebhookParams;
  /** The bot whose key is in the address. */
  bot: Required<Pick<WebhookResponse, 'full_name' | 'email' | 'id'>>;
}

/** A message to be sent. */
export interface Post {
  /** Name of the event, for filters. */
  event: string;
  /** Used if the address has no topic. */
  topic: string;
  content: Markup;
  /** Name of the channel, used if the address has none. */
  channel?: string;
  /** Sent as a direct message to the bot's owner, whatever the address names. */
  isForOwner?: boolean;
}

/** A response with fields of its own, without a message. */
export class DirectResponse {
  readonly fields: WebhookResponse;
  readonly headers: Readonly<Record<string, string>>;
  constructor(fields: WebhookResponse, headers: Readonly<Record<string, string>> = {}) {
    this.fields = fields;
    this.headers = headers;
  }
}

/** Why a delivery needs no message. Whatever has none of these reasons is posted. */
export const omissions = {
  branches: 'the address selects other branches',
  private: 'the address ignores private repositories',
  covered: 'another event of the same act has a message',
  repeated: 'an earlier attempt was received',
  ownMessage: 'what an app posts itself could come back without end',
  probe: 'the service only probes the address, or reports that it is set up',
  unseen: 'the service itself shows nothing of it',
  template: 'the template of the bot has rendered nothing',
} as const;

/** A delivery that needs no message. */
export class Nothing {
  readonly why: keyof typeof omissions;
  constructor(why: keyof typeof omissions) {
    this.why = why;
  }
}

export const nothing = (why: keyof typeof omissions): Nothing => new Nothing(why);

export type ReadResult = Post | readonly Post[] | DirectResponse | Nothing;

/** A parameter of the address for this service only. */
interface UrlOption {
  key: keyof WebhookParams;
  label: string;
  type: 'text' | 'checkbox';
}

export interface Integration {
  /** As in the address. */
  name: string;
  displayName: string;
  /** Values of `only_events` and `exclude_events`; absent if there is only one kind of event. */
  events?: readonly string[];
  /** Patterns of the events that have messages of their own, if `events` does not list them. */
  shaped?: readonly string[];
  options?: readonly UrlOption[];
  /** Bots may have a template for their messages. */
  takesTemplate?: boolean;
  /** Accepts an empty body as an object without fields. */
  takesNothing?: boolean;
  /** Accepts a body that is not JSON as text. */
  takesText?: boolean;
  /** The signature scheme, if the service signs deliveries. */
  signature?: Scheme;
  /** The service probes the address with HEAD. */
  acceptsHead?: boolean;
  /** The service percent-encodes channel and topic in the address twice. */
  isEncodedTwice?: boolean;
  /** The response after messages were posted. */
  success?: WebhookResponse;
  /** @throws AnomalousPayload, UnsupportedEvent, MissingHeader */
  receive(delivery: Delivery): ReadResult;
}

/** An event without a message of its own, which is posted as it is. */
export class UnsupportedEvent extends Error {
  override readonly name = 'UnsupportedEvent';
  readonly event: string;
  constructor(event: string) {
    super(event);
    this.event = event;
  }
}

/** The header with the event type is missing. */
export class MissingHeader extends Error {
  override readonly name = 'MissingHeader';
  readonly header: string;
  constructor(header: string) {
    super(header);
    this.header = header;
  }
}

export function eventHeader(delivery: Pick<Delivery, 'header'>, name: string): string {
  const value = delivery.header(name.toLowerCase());
  if (value === undefined || value === '') throw new MissingHeader(name);
  return value;
}

/** The name without spaces, for errors and the client name. */
export const plainName = ({ displayName }: Pick<Integration, 'displayName'>): string =>
  displayName.replaceAll(/[^A-Za-z0-9]/g, '');

/** The handler of an event. @throws UnsupportedEvent */
export function handlerFor<Handler>(handlers: Readonly<Record<string, Handler>>, event: string): Handler {
  const handler = Object.hasOwn(handlers, event) ? handlers[event] : undefined;
  if (handler === undefined) throw new UnsupportedEvent(event);
  return handler;
}
