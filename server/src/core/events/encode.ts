/**
 * Events as text. One text a class of client capabilities, made once and shared by all queues of the class; only what is
 * one reader's own (id, flags, local_message_id) is put in per queue.
 */
import type { LogEntry } from '../log/index.ts';
import type { EventQueue } from './queue.ts';

/** Gives the wire form of an event for one queue, without its id and closing brace; `null`: not for this client. */
export type Encoder = (entry: LogEntry, queue: EventQueue, shared: SharedTexts) => string | null;

/** Texts of one entry by class of client. */
export type SharedTexts = Map<string, string>;

/** By event type, where the text depends on the client; all other events are the same for everyone. */
export type Encoders = ReadonlyMap<string, Encoder>;

const getShared = new WeakMap<LogEntry, SharedTexts>();

export function encodeFor(encoders: Encoders, entry: LogEntry, queue: EventQueue): string | null {
  let shared = getShared.get(entry);
  if (!shared) getShared.set(entry, (shared = new Map<string, string>()));
  const encoder = encoders.get(entry.event.type);
  const open = encoder ? encoder(entry, queue, shared) : once(shared, '', () => openObject(entry.event));
  return open === null ? null : `${open},"id":${entry.position}}`;
}

export function once(shared: SharedTexts, key: string, make: () => string): string {
  const known = shared.get(key);
  if (known !== undefined) return known;
  const made = make();
  shared.set(key, made);
  return made;
}

/** JSON of a non-empty object without its closing brace, for fields to be put behind. */
export function openObject(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
