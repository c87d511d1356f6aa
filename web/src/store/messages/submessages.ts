/** What people add to the messages at hand: votes, options, tasks. */
import type { EventOf } from '../../../../wire/events.ts';
import type { State } from '../index.ts';

export function reduceSubmessages(state: State, event: EventOf<'submessage'>): void {
  const message = state.messages.get(event.message_id);
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
  if (message === undefined || message.submessages.some((one) => one.id === id)) return;
  message.submessages = [...message.submessages, { id, message_id, sender_id, msg_type, content }];
}
