import { EmptyResponse } from '../../../../wire/core.ts';
import { DeleteTopicResponse, DeleteTopicParams, TopicDeletionPath } from '../../../../wire/deletion.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { route, withPath } from '../../http/route.ts';
import { deleteTopic } from './delete-topic.ts';
import { deleteMessage } from './delete.ts';

export const messageDeleteRoutes = [
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
