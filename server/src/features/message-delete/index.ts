/** The feature: message delete. */
import { EmptyResponse, emptyTopicDisplayName } from '../../../../wire/core.ts';
import { DeleteTopicResponse, DeleteTopicParams, TopicDeletionPath } from '../../../../wire/deletion.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { defineJob } from '../../core/jobs/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { deleteSent, jobs } from './delete-sent.ts';
import { expireMessages } from './expire.ts';
import { deleteTopic } from './delete-topic.ts';
import { deleteMessage } from './delete.ts';

export { eraseMessageRows, eraseMessages, moveBeginning, shrinkTopic } from './erase.ts';
export { jobs as messageDeleteJobs } from './delete-sent.ts';

const messageDeleteRoutes = [
  route({
    method: 'DELETE',
    path: '/messages/:message_id',
    operationId: 'delete-message',
    policy: 'signedIn',
    leaves: 'nothing',
    params: MessagePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteMessage(tx, me, params.message_id),
  }),
  route({
    method: 'POST',
    path: '/streams/:stream_id/delete_topic',
    operationId: 'delete-topic',
    policy: 'administrators',
    leaves: 'nothing',
    params: withPath(TopicDeletionPath, DeleteTopicParams),
    response: DeleteTopicResponse,
    handle: async ({ app, me, params }) => ({
      complete: await deleteTopic(app, me, params.stream_id, params.topic_name),
    }),
  }),
];

// Deleted messages. The event is always delivered, but names no topic of a channel that its recipient has lost.

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

const deletionEvents: Pick<EventRules, 'delete_message'> = {
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

export const messageDeleteFeature = defineFeature({
  routes: messageDeleteRoutes,
  events: deletionEvents,
  jobs: [defineJob(jobs.deleteSent, deleteSent)],
  maintenance: [(app, isStopped) => expireMessages(app, isStopped)],
});
