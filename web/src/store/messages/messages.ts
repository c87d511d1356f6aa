/** Loaded messages, and recent direct conversations. */
import type { EventOf } from '../../../../wire/events.ts';
import type { EventMessage, Message } from '../../../../wire/messages.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { ChannelState } from '../base/channel-state.ts';
import { defineNoun } from '../base/noun.ts';
import { ownIdFromRegister, type OwnState } from '../own/own.ts';
import { countUnread, type FlagState } from '../own/flags.ts';
import { directKey } from '../base/conversation-keys.ts';

type Messages = Map<number, Message>;

/** The newest message of each direct conversation, by `directKey`. */
type DirectConversations = Map<string, number>;

export type MessageState = {
  messages: Messages;
  maxMessageId: number;
  conversations: DirectConversations;
};

const conversationsFromRegister = (response: RegisterResponse, ownId: number): DirectConversations =>
  new Map(
    (response.recent_private_conversations ?? []).map(({ user_ids, max_message_id }) => [
      directKey(user_ids, ownId),
      max_message_id,
    ]),
  );

/** Stores fetched messages. */
export function keepMessages(state: MessageState, messages: readonly Message[]): void {
  for (const message of messages) state.messages.set(message.id, message);
}

function reduceMessages(
  state: ChannelState & FlagState & MessageState & OwnState,
  event: EventOf<'message'>,
): void {
  const { message, flags } = event;
  state.messages.set(message.id, { ...message, flags: [...flags] });
  state.maxMessageId = Math.max(state.maxMessageId, message.id);
  countUnread(state, event);
  if (message.type === 'private') noteConversation(state, message);
  else noteFirstMessage(state, message);
}

function noteConversation(state: MessageState & OwnState, message: EventMessage & { type: 'private' }): void {
  const userIds = message.display_recipient.map(({ id }) => id);
  state.conversations.set(directKey(userIds, state.own.user_id), message.id);
}

function noteFirstMessage(state: ChannelState, message: EventMessage & { type: 'stream' }): void {
  const channel = state.channels.get(message.stream_id);
  if (channel !== undefined) channel.first_message_id ??= message.id;
}

/** Flags of the loaded messages. */
function reduceMessageFlags(state: MessageState, event: EventOf<'update_message_flags'>): void {
  const { op, flag } = event;
  const ids = event.all && op === 'add' ? state.messages.keys() : event.messages;
  for (const id of ids) {
    const message = state.messages.get(id);
    if (message === undefined) continue;
    const others = message.flags.filter((other) => other !== flag);
    message.flags = op === 'add' ? [...others, flag] : others;
  }
}

export const messages = defineNoun({
  keys: ['message', 'recent_private_conversations'],
  state: {
    messages: (): Messages => new Map(),
    maxMessageId: ({ max_message_id = -1 }) => max_message_id,
    conversations: (response) => conversationsFromRegister(response, ownIdFromRegister(response)),
  },
  reducers: { message: reduceMessages, update_message_flags: reduceMessageFlags },
  touches: { message: ['unreads', 'conversations', 'maxMessageId', 'messages'], update_message_flags: [] },
  // The loaded messages stay on the page until the ranges that show them are fetched again.
  fleeting: { messages: 'kept' },
});
