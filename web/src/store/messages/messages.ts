/** Messages that were fetched or that arrived, and who was last written with. */
import type { EventOf } from '../../../../wire/events.ts';
import type { EventMessage, Message } from '../../../../wire/messages.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import { countUnread, directKey } from './flags.ts';
import type { State } from '../index.ts';

export type Messages = Map<number, Message>;

/** The newest message of each direct conversation, by `directKey`. */
export type DirectConversations = Map<string, number>;

export const conversationsFromRegister = (answer: RegisterAnswer, ownId: number): DirectConversations =>
  new Map(
    (answer.recent_private_conversations ?? []).map(({ user_ids, max_message_id }) => [
      directKey(user_ids, ownId),
      max_message_id,
    ]),
  );

/** Takes in what was fetched. */
export function keepMessages(state: State, messages: readonly Message[]): void {
  for (const message of messages) state.messages.set(message.id, message);
}

export function reduceMessages(state: State, event: EventOf<'message'>): void {
  const { message, flags } = event;
  state.messages.set(message.id, { ...message, flags: [...flags] });
  state.maxMessageId = Math.max(state.maxMessageId, message.id);
  countUnread(state, event);
  if (message.type === 'private') noteConversation(state, message);
  else noteFirstMessage(state, message);
}

function noteConversation(state: State, message: EventMessage & { type: 'private' }): void {
  const userIds = message.display_recipient.map(({ id }) => id);
  state.conversations.set(directKey(userIds, state.own.user_id), message.id);
}

function noteFirstMessage(state: State, message: EventMessage & { type: 'stream' }): void {
  const channel = state.channels.get(message.stream_id);
  if (channel !== undefined) channel.first_message_id ??= message.id;
}

/** Flags of the messages at hand. */
export function reduceMessageFlags(state: State, event: EventOf<'update_message_flags'>): void {
  const { op, flag } = event;
  const ids = event.all && op === 'add' ? state.messages.keys() : event.messages;
  for (const id of ids) {
    const message = state.messages.get(id);
    if (message === undefined) continue;
    const others = message.flags.filter((other) => other !== flag);
    message.flags = op === 'add' ? [...others, flag] : others;
  }
}
