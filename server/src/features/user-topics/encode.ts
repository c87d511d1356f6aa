/** Events of topic policies, for each class of client. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';

export const encodeUserTopic: Encoder = ({ event }, queue, shared) => {
  if (event.topic_name !== '' || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () => openObject({ ...event, topic_name: emptyTopicDisplayName }));
};

/** Clients that request the newer event do not need the older one. */
export const encodeMutedTopics: Encoder = ({ event }, queue, shared) =>
  queue.types?.has('user_topic') ? null : once(shared, '', () => openObject(event));
