/**
 * Serializes events. The text for a class of client capabilities is built once and shared by all queues of that class; only
 * fields that differ per reader (id, flags, local_message_id) are added per queue.
 */
import type { EventIds, LogEntry } from '../log/index.ts';
import type { EventRuleTable } from './event-rules.ts';
import type { DeliveryTarget } from './options.ts';

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
