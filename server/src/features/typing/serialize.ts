/** Typing events in the format of the API. */
import type { EditTypingEvent, TypingOp } from '../../../../wire/typing.ts';
import type { Emitted } from '../../core/log/index.ts';
import type { Channel, User } from '../../core/organization/index.ts';

const getPerson = (user: User) => ({ user_id: user.id, email: user.email });

export function typingDirectly(sender: User, op: TypingOp, people: readonly User[]): Emitted {
  return {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: getPerson(sender),
    recipients: people.map(getPerson),
  };
}

export function typingIn(sender: User, op: TypingOp, channel: Channel, topic: string): Emitted {
  return {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: getPerson(sender),
    stream_id: channel.id,
    topic,
  };
}

export function editingIn(
  sender: User,
  op: TypingOp,
  messageId: number,
  recipient: EditTypingEvent['recipient'],
): Emitted {
  return { type: 'typing_edit_message', op, sender_id: sender.id, message_id: messageId, recipient };
}
