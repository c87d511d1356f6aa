/** Rechecks events that were pending while their queue's owner lost access, before they are delivered. */
import type { EventBody, LogEntry } from '../log/index.ts';
import type { EventQueue } from './queue.ts';

/** The entries that may still be delivered, in order; an entry may be reduced to its visible part. */
export type Recheck = (pending: readonly LogEntry[], queue: EventQueue) => LogEntry[];

/** Whether earlier events of the queue may concern something that its owner can no longer access. */
export const endsVisibility = ({ type, op }: EventBody): boolean =>
  type === 'delete_message' || (op === 'remove' && (type === 'realm_user' || type === 'reminders'));
