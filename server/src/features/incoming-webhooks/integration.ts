/** What a service is to this server: a name, the events it may send, and a pure function from a delivery to messages. */
import type { WebhookParams, WebhookResponse } from '../../../../wire/integrations.ts';
import type { Markup } from './markup.ts';
import type { Payload } from './payload.ts';
import type { Scheme } from './signature.ts';

/** What a service posted. */
export interface Delivery {
  payload: Payload;
  /** Of the request. */
  header(name: string): string | undefined;
  params: WebhookParams;
  /** Whose address it is. */
  bot: Required<Pick<WebhookResponse, 'full_name' | 'email' | 'id'>>;
}

/** A message to be sent. */
export interface Post {
  /** The event's name, by which it can be left out. */
  event: string;
  /** Where the address names none. */
  topic: string;
  content: Markup;
  /** Where the address names none: the channel's name. */
  channel?: string;
  /** Not for the channel: a direct message to the bot's owner, whatever the address names. */
  isForOwner?: boolean;
}

/** What the service gets in the response beyond success, and nothing is posted. */
export class DirectResponse {
  readonly fields: WebhookResponse;
  readonly headers: Readonly<Record<string, string>>;
  constructor(fields: WebhookResponse, headers: Readonly<Record<string, string>> = {}) {
    this.fields = fields;
    this.headers = headers;
  }
}

/** `undefined` is an event that is not worth a message. */
export type ReadResult = Post | readonly Post[] | DirectResponse | undefined;

/** A parameter of the address that means something to this service only. */
export interface UrlOption {
  key: keyof WebhookParams;
  label: string;
  type: 'text' | 'checkbox';
}

export interface Integration {
  /** As in the address. */
  name: string;
  displayName: string;
  /** What `only_events` and `exclude_events` choose from; absent where there is one kind only. */
  events?: readonly string[];
  options?: readonly UrlOption[];
  /** A bot may have a template that makes its messages. */
  takesTemplate?: boolean;
  /** Takes an empty body, as one without fields. */
  takesNothing?: boolean;
  /** Takes a body that is no JSON, as a text. */
  takesText?: boolean;
  /** How it signs what it posts, where it does. */
  signature?: Scheme;
  /** Asks with HEAD whether anyone is there. */
  acceptsHead?: boolean;
  /** Encodes the channel and the topic of its address twice. */
  isEncodedTwice?: boolean;
  /** What the service gets in the response when its messages are posted. */
  success?: WebhookResponse;
  /** @throws AnomalousPayload, UnsupportedEvent, MissingHeader */
  receive(delivery: Delivery): ReadResult;
}

/** The service sends it, and nothing is made of it. */
export class UnsupportedEvent extends Error {
  override readonly name = 'UnsupportedEvent';
  readonly event: string;
  constructor(event: string) {
    super(event);
    this.event = event;
  }
}

/** The header with the type of the event. */
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

/** The name without spaces, as it is in errors and in the name of the client. */
export const plainName = ({ displayName }: Pick<Integration, 'displayName'>): string =>
  displayName.replaceAll(/[^A-Za-z0-9]/g, '');

/** By kind of event; every own name is an event. */
export function handlerFor<Handler>(handlers: Readonly<Record<string, Handler>>, event: string): Handler {
  const handler = Object.hasOwn(handlers, event) ? handlers[event] : undefined;
  if (handler === undefined) throw new UnsupportedEvent(event);
  return handler;
}
