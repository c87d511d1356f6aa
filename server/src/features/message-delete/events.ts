/** Deleted messages. The event is always delivered, but names no topic of a channel that its recipient has lost. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

const encodeDeletion: Encoder = ({ event, position }, queue, shared) => {
  if (!isEvent(event, 'delete_message')) return null;
  const { empty_topic_name: takesEmpty, bulk_message_deletion: takesMany } = queue.options.capabilities;
  const isNamed = !('topic' in event) || event.topic !== '' || takesEmpty === true;
  return once(shared, `${isNamed} ${takesMany === true}`, () => {
    const shown = isNamed ? event : { ...event, topic: emptyTopicDisplayName };
    return takesMany ? openObject(shown) : eachMessage(shown, position);
  });
};

/** COMPAT(clients without bulk_message_deletion): an event for each message, all with the id of the one entry. */
function eachMessage(
  { message_ids, ...common }: { message_ids: readonly number[] },
  position: number,
): string {
  return message_ids.map((message_id) => openObject({ ...common, message_id })).join(`,"id":${position}},`);
}

export const deletionEvents: Pick<EventRules, 'delete_message'> = {
  delete_message: {
    to: ['readers'],
    about: (event) => {
      if (!('stream_id' in event)) return [{ kind: 'direct' }];
      return [{ kind: event.topic === '' ? 'left' : 'content', channelId: event.stream_id }];
    },
    reduce: (event) => ('topic' in event ? { ...event, topic: '' } : event),
    ends: ({ message_ids: ids }) => ids.map((id) => ({ kind: 'message', id })),
    encode: encodeDeletion,
  },
};
