/** Deleted messages. */
import type { EventOf } from '../../../../wire/events.ts';
import { dropUnreads, type FlagState } from '../own/flags.ts';
import { directKey } from '../base/conversation-keys.ts';
import type { MessageState } from './messages.ts';
import { defineNoun } from '../base/noun.ts';
import type { OwnState } from '../own/own.ts';

/** Where the newest message was deleted: only the server knows which one is the newest then. */
type OpenNewest = { overall: boolean; conversations: Set<string> };

type DeletionState = FlagState & MessageState & OwnState & { openNewest: OpenNewest };

export const nothingOpen = (): OpenNewest => ({ overall: false, conversations: new Set() });

function reduceDeletion(state: DeletionState, event: EventOf<'delete_message'>): void {
  const ids = 'message_ids' in event ? event.message_ids : [event.message_id];
  for (const id of ids) {
    state.messages.delete(id);
    state.starred.delete(id);
  }
  dropUnreads(state.unreads, ids);
  if (ids.includes(state.maxMessageId)) {
    state.maxMessageId = newestReceived(state);
    state.openNewest.overall = true;
  }
  if (event.message_type === 'private') shortenConversations(state, new Set(ids));
}

/** The newest loaded message that the person received: historical ones do not count. */
function newestReceived({ messages }: MessageState): number {
  let newest = -1;
  for (const [id, { flags }] of messages) if (id > newest && !flags.includes('historical')) newest = id;
  return newest;
}

/**
 * The newest loaded message replaces the deleted one; without any, the conversation is removed until the server names
 * one.
 */
function shortenConversations(state: DeletionState, gone: ReadonlySet<number>): void {
  const shortened = [...state.conversations].filter(([, newest]) => gone.has(newest)).map(([key]) => key);
  for (const key of shortened) {
    const newest = newestWith(state, key);
    state.openNewest.conversations.add(key);
    if (newest === undefined) state.conversations.delete(key);
    else state.conversations.set(key, newest);
  }
}

function newestWith(state: DeletionState, key: string): number | undefined {
  let newest: number | undefined;
  for (const message of state.messages.values()) {
    if (message.type !== 'private') continue;
    const userIds = message.display_recipient.map(({ id }) => id);
    if (directKey(userIds, state.own.user_id) === key) newest = Math.max(newest ?? 0, message.id);
  }
  return newest;
}

export const deletion = defineNoun({
  keys: [],
  state: { openNewest: nothingOpen },
  reducers: { delete_message: reduceDeletion },
  touches: { delete_message: ['unreads', 'starred', 'conversations', 'maxMessageId', 'messages'] },
  fleeting: { openNewest: 'dropped' },
});
