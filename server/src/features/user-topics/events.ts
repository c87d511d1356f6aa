/** Topic policies, which people set for themselves, for each class of client. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, type EventRules, once, openObject, personal } from '../../core/events/index.ts';

const encodeUserTopic: Encoder = ({ event }, queue, shared) => {
  if (event.topic_name !== '' || queue.options.capabilities.empty_topic_name)
    return once(shared, '', () => openObject(event));
  return once(shared, 'named topic', () => openObject({ ...event, topic_name: emptyTopicDisplayName }));
};

/** Clients that request the newer event do not need the older one. */
const encodeMutedTopics: Encoder = ({ event }, queue, shared) =>
  queue.types?.has('user_topic') ? null : once(shared, '', () => openObject(event));

export const userTopicEvents: Pick<EventRules, 'user_topic' | 'muted_topics'> = {
  user_topic: { ...personal, encode: encodeUserTopic },
  muted_topics: { ...personal, encode: encodeMutedTopics },
};
