/** Events that waited in a queue while its owner lost access are checked again before they are delivered. */
import type { EventBody, LogEntry } from '../log/index.ts';
import type { EventQueue } from './queue.ts';

/** The entries that the queue's owner may still be given, in order; an entry may be reduced to what is left of it. */
export type Recheck = (pending: readonly LogEntry[], queue: EventQueue) => LogEntry[];

/** Marks that earlier events of the same queue may be about something that its owner can no longer access. */
export const endsVisibility = ({ type, op }: EventBody): boolean =>
  type === 'delete_message' || (type === 'realm_user' && op === 'remove');
