/** Encodes `update_message_flags` for each class of clients. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

type Details = Record<string, UnreadDetails>;

export const encodeFlags: Encoder = ({ event }, queue, shared) => {
  const isUnread = isEvent(event, 'update_message_flags') && event.op === 'remove';
  const details = isUnread ? event.message_details : undefined;
  if (!details || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topics', () => openObject({ ...event, message_details: withNames(details) }));
};

function withNames(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      one.type === 'stream' && one.topic === '' ? { ...one, topic: emptyTopicDisplayName } : one,
    ]),
  );
}
