/** Deleting a message or a topic, and the deletion event. */
import { Exact, Id, Ids, Type, type Static, type Examples } from './core.ts';

/** The path of an operation on one channel's messages. */
export const TopicDeletionPath = Type.Object({ stream_id: Id });

/** POST /streams/{stream_id}/delete_topic */
export const DeleteTopicParams = Type.Object({ topic_name: Type.String() });
export const DeleteTopicResponse = Exact({
  // False if not all messages could be deleted in time: repeat the request.
  complete: Type.Boolean(),
});
export type DeleteTopicResponse = Static<typeof DeleteTopicResponse>;

const event = { id: Type.Integer(), type: Type.Literal('delete_message') };
const inTopic = { message_type: Type.Literal('stream'), stream_id: Id, topic: Type.String() };
const direct = { message_type: Type.Literal('private') };

/** Messages of one topic or direct conversation, ordered by id. */
const DeleteMessageEvent = Type.Union([
  Exact({ ...event, ...inTopic, message_ids: Ids }),
  Exact({ ...event, ...direct, message_ids: Ids }),
  // Clients without the capability bulk_message_deletion get one event per message.
  Exact({ ...event, ...inTopic, message_id: Id }),
  Exact({ ...event, ...direct, message_id: Id }),
]);

export const deletionEvents = { delete_message: DeleteMessageEvent };

export const deletionExamples: Examples<typeof deletionEvents> = {
  delete_message: {
    'direct messages deleted': {
      id: 1,
      type: 'delete_message',
      message_type: 'private',
      message_ids: [3, 4],
    },
    'a channel message deleted, for clients that take one at a time': {
      id: 1,
      type: 'delete_message',
      message_type: 'stream',
      stream_id: 4,
      topic: 'lunch',
      message_id: 3,
    },
  },
};
