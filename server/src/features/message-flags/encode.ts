/** Changed flags as each class of client gets them. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { UnreadDetails } from '../../../../wire/message-flags.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';

type Details = Record<string, UnreadDetails>;

export const encodeFlags: Encoder = ({ event }, queue, shared) => {
  const details = event.message_details as Details | undefined;
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
