/** Typing events, for each class of client. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { EditTypingEvent } from '../../../../wire/typing.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';

/** Clients without support for typing in channels would take the event for one of a direct message. */
export const encodeTyping: Encoder = ({ event }, queue, shared) => {
  const { stream_typing_notifications: takesChannels, empty_topic_name: takesEmpty } =
    queue.options.capabilities;
  if (event.message_type === 'stream' && !takesChannels) return null;
  if (event.topic !== '' || takesEmpty) return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () => openObject({ ...event, topic: emptyTopicDisplayName }));
};

export const encodeEditTyping: Encoder = ({ event }, queue, shared) => {
  const recipient = event.recipient as EditTypingEvent['recipient'];
  const isNamed = recipient.type === 'direct' || recipient.topic !== '';
  if (isNamed || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () =>
    openObject({ ...event, recipient: { ...recipient, topic: emptyTopicDisplayName } }),
  );
};
