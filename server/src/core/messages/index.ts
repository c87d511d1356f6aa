/** The exports of `messages` for other rooms. */
export { type Portion, allReaders, memberReaders, peopleIn, emitMessage } from './audience.ts';
export { directIdPages, memberKey, membersIn, membersOfDirects } from './direct-members.ts';
export { addHistory, historyFor } from './edit-history.ts';
export { searchIndexer } from './index-worker.ts';
export { groupMentionsIn, flagsFor, mentionsAmong } from './personal.ts';
export { type Quotable, quotableMessage, quotableMessages, quoted, getUrl } from './quotable.ts';
export { type FloorPolicy, raiseFloors } from './read-floors.ts';
export { flagsOfReaders, getHolders, unreadAmong } from './reader-flags.ts';
export {
  channelRef,
  checkDirectAllowed,
  checkKnown,
  participants,
  directFor,
  findDirect,
  isForChannel,
} from './recipients.ts';
export {
  type IndexedRow,
  deleteSearchRows,
  indexStored,
  indexedUpTo,
  replaceWords,
  waitingIds,
} from './search-index.ts';
export { SettledMessages } from './settled.ts';
export { flagNames, shown } from './serialize-flags.ts';
export {
  type MessageFacts,
  type UnreadPlace,
  channelChanged,
  messagePlace,
  messageSender,
  messagesDeleted,
  sharedMessage,
  unreadConversations,
  unreadDetail,
} from './serialize.ts';
export {
  messageLag,
  type MessagesChanged,
  type MessagesHidden,
  type TopicEnded,
  type TopicPlace,
  messagesChanged,
  messagesHidden,
  topicEnded,
} from './hooks.ts';
export { checkTopicAllowed, findKnownTopic, knowersOfFormer, knowersOfTopic } from './known-topics.ts';
export { cleanTopic, findTopic, noteInTopic, topicRefusal, topicsRespelled } from './topics.ts';
export { unreadPlaces } from './unread-rows.ts';
export {
  type ReadableMessage,
  messageForChanging,
  messageForReading,
  type Reader,
  type ReceivingChannels,
  type VisibleRow,
  isReceiving,
  listReceiving,
  readerIn,
  readableChannels,
  receivedBy,
  receivedDirectly,
  receivedInChannel,
  receivingChannels,
  visibleRows,
  visibleTo,
} from './visible.ts';
