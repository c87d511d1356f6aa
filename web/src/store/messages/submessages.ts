/** Submessages of loaded messages: votes, options and tasks. */
import type { EventOf } from '../../../../wire/events.ts';
import type { MessageState } from './messages.ts';
import { defineNoun } from '../base/noun.ts';

function reduceSubmessages(state: MessageState, event: EventOf<'submessage'>): void {
  const message = state.messages.get(event.message_id);
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
  if (message === undefined || message.submessages.some((one) => one.id === id)) return;
  message.submessages = [...message.submessages, { id, message_id, sender_id, msg_type, content }];
}

export const submessages = defineNoun({ keys: [], state: {}, reducers: { submessage: reduceSubmessages } });
