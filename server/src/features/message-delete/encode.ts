/** Encodes `delete_message` for each class of clients. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';

export const encodeDeletion: Encoder = ({ event, position }, queue, shared) => {
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
