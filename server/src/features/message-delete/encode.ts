/** Deleted messages as each class of client gets them. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';

export const encodeDeletion: Encoder = ({ event, position }, queue, shared) => {
  const { empty_topic_name: takesEmpty, bulk_message_deletion: takesMany } = queue.options.capabilities;
  const isNamed = event.topic !== '' || takesEmpty === true;
  return once(shared, `${isNamed} ${takesMany === true}`, () => {
    const shown = isNamed ? event : { ...event, topic: emptyTopicDisplayName };
    return takesMany ? openObject(shown) : oneByOne(shown, position);
  });
};

/** COMPAT(clients without bulk_message_deletion): an event for each message, all of them with the id of the one entry. */
function oneByOne({ message_ids, ...common }: Record<string, unknown>, position: number): string {
  return (message_ids as number[])
    .map((message_id) => openObject({ ...common, message_id }))
    .join(`,"id":${position}},`);
}
