/**
 * Serializes events. The text for a class of client capabilities is built once and shared by all queues of that class; only
 * fields that differ per reader (id, flags, local_message_id) are added per queue.
 */
import type { EventIds, LogEntry } from '../log/index.ts';
import type { EventRuleTable } from './event-rules.ts';
import type { ClientCapabilities } from '../../../../wire/events.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { EventTerm } from './narrow.ts';

/** The JSON of an event for one queue without id and closing brace; `null` if the client does not get it. */
export type Encoder = (entry: LogEntry, queue: DeliveryTarget, shared: SharedTexts) => string | null;

/** Texts of one entry by client class. */
export type SharedTexts = Map<string, string>;

const sharedByEntry = new WeakMap<LogEntry, SharedTexts>();

export function encodeFor(
  rules: EventRuleTable,
  entry: LogEntry,
  queue: DeliveryTarget & { readonly ids: EventIds },
): string | null {
  let shared = sharedByEntry.get(entry);
  if (!shared) sharedByEntry.set(entry, (shared = new Map<string, string>()));
  const encoder = rules.get(entry.type)?.encode;
  const open = encoder ? encoder(entry, queue, shared) : once(shared, '', () => openObject(entry.event));
  return open === null ? null : `${open},"id":${queue.ids.getId(entry.position)}}`;
}

export function once(shared: SharedTexts, key: string, make: () => string): string {
  const known = shared.get(key);
  if (known !== undefined) return known;
  const made = make();
  shared.set(key, made);
  return made;
}

/** JSON of a non-empty object without its closing brace, so that fields can be appended. */
export function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

// A client's options of its event queue; stored in the queue's row.

export interface QueueOptions {
  /** `null`: all types. */
  eventTypes: readonly string[] | null;
  narrow: readonly EventTerm[];
  allPublicChannels: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Whether the client wants peer events of channels. */
  includeSubscribers: boolean;
  capabilities: ClientCapabilities;
  client: string;
  /** The organization's host as the client knows it, for the placeholder addresses of hidden users; absent in older rows. */
  host?: string;
  /** Browser session that registered the queue. */
  sessionId?: number;
  /** Named API key that registered the queue. */
  keyId?: number;
  /** The channel of the key, whose events alone are delivered. */
  onlyChannel?: number;
  /** Position of the log at which the client registered; absent in older rows. */
  registeredAt?: number;
}

/** A queue as far as delivery depends on it: its owner, and what its client has asked for. */
export interface DeliveryTarget {
  readonly id: string;
  readonly cache: OrganizationCache;
  readonly userId: number;
  readonly options: QueueOptions;
  /** `null`: all. */
  readonly types: ReadonlySet<string> | null;
}
