/** The exports of `log` for other rooms. */
export type { Database } from './write-queue.ts';
export { type EditEvent, type EditFields, type ReaderFlags, isEditEvent } from './edit-event.ts';
export {
  type Audience,
  type Emitted,
  type EventBody,
  type LogEntry,
  type LoggedEvent,
  type ReactionChange,
  type UnknownUserEvent,
  isEvent,
} from './entry.ts';
export { EventIds } from './event-ids.ts';
export { type Reaction, defineHook, groupReactions, on, trigger } from './hooks.ts';
export {
  type Expiry,
  expiry,
  appendEntries,
  entriesAtOnce,
  firstPosition,
  lastBefore,
  lastPosition,
  oldestNeeded,
  readEntries,
  readShifts,
  removeEntries,
  newestMessageId,
} from './log-rows.ts';
export { entriesBehind, entriesByOrganization, lastPositions, raiseIdBound } from './group-statements.ts';
export { GivenIds } from './given-ids.ts';
export { type MessageEvent, type SharedMessage, isMessageEvent } from './message-event.ts';
export { mergeTouched, Tx, type Author } from './tx.ts';
export { type SharedLog, Writer, type WriterHooks } from './writer.ts';
