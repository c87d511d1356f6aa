/** The exports of `events` for other rooms. */
export { CatchUpWorker } from './catch-up-worker.ts';
export { CatchUp } from './catch-up.ts';
export {
  type Encoder,
  type SharedTexts,
  once,
  openObject,
  type DeliveryTarget,
  type QueueOptions,
} from './encode.ts';
export {
  type AnyEventRule,
  type EventRules,
  type EventRuleTable,
  type Subject,
  messageById,
  nothing,
  organizationWide,
  personal,
} from './event-rules.ts';
export { Hub } from './hub.ts';
export { QueueKeeper } from './keeper.ts';
export { type StandIn, messageEncoder } from './message-events.ts';
export { type EventTerm, parseEventNarrow } from './narrow.ts';
export { Organizations } from './organizations.ts';
export { deleteQueues, endKeys, endUserQueues, insertQueue, getQueues, reviveQueue } from './queue-rows.ts';
export { EventQueue, queueLimits } from './queue.ts';
