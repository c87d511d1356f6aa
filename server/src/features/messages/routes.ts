import { EmptyAnswer } from '../../../../wire/core.ts';
import { DeleteTopicAnswer, DeleteTopicParams, TopicDeletionPath } from '../../../../wire/deletion.ts';
import {
  GetMessageAnswer,
  GetMessageParams,
  GetMessagesAnswer,
  GetMessagesParams,
  MessagePath,
  SendMessageAnswer,
  SendMessageParams,
  UpdateMessageFlagsAnswer,
  UpdateMessageFlagsForNarrowAnswer,
  UpdateMessageFlagsForNarrowParams,
  UpdateMessageFlagsParams,
} from '../../../../wire/messages.ts';
import { route, withPath } from '../../http/route.ts';
import { deleteTopic } from './delete-topic.ts';
import { deleteMessage } from './delete.ts';
import { getMessage, getMessages } from './fetch.ts';
import { updateMessageFlagsForNarrow } from './flags-narrow.ts';
import { updateMessageFlags } from './flags.ts';
import { sendMessage } from './send.ts';

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'send-message',
    policy: 'signedIn',
    params: SendMessageParams,
    answer: SendMessageAnswer,
    handle: async ({ heddle, me, params, client, origin, header }) => {
      const request = { ...params, origin, idempotencyKey: header('idempotency-key') };
      return { id: await sendMessage(heddle, me, request, client) };
    },
  }),
  route({
    method: 'GET',
    path: '/messages',
    operationId: 'get-messages',
    policy: 'signedIn',
    params: GetMessagesParams,
    answer: GetMessagesAnswer,
    handle: ({ heddle, me, params, userAgent }) => getMessages(heddle.db.read, me, { ...params, userAgent }),
  }),
  route({
    method: 'GET',
    path: '/messages/:message_id',
    operationId: 'get-message',
    policy: 'signedIn',
    params: withPath(MessagePath, GetMessageParams),
    answer: GetMessageAnswer,
    handle: ({ heddle, me, params, userAgent }) => getMessage(heddle.db.read, me, { ...params, userAgent }),
  }),
  route({
    method: 'POST',
    path: '/messages/flags',
    operationId: 'update-message-flags',
    policy: 'signedIn',
    params: UpdateMessageFlagsParams,
    answer: UpdateMessageFlagsAnswer,
    handle: ({ heddle, me, params }) => updateMessageFlags(heddle, me, params),
  }),
  route({
    method: 'POST',
    path: '/messages/flags/narrow',
    operationId: 'update-message-flags-for-narrow',
    policy: 'signedIn',
    params: UpdateMessageFlagsForNarrowParams,
    answer: UpdateMessageFlagsForNarrowAnswer,
    handle: ({ heddle, me, params }) => updateMessageFlagsForNarrow(heddle, me, params),
  }),
  route({
    method: 'DELETE',
    path: '/messages/:message_id',
    operationId: 'delete-message',
    policy: 'signedIn',
    params: MessagePath,
    answer: EmptyAnswer,
    handle: async ({ heddle, me, params }) => {
      await heddle.db.write(me.orgId, me, (tx) => deleteMessage(tx, me, params.message_id));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/streams/:stream_id/delete_topic',
    operationId: 'delete-topic',
    policy: 'administrators',
    params: withPath(TopicDeletionPath, DeleteTopicParams),
    answer: DeleteTopicAnswer,
    handle: async ({ heddle, me, params }) => ({
      complete: await deleteTopic(heddle, me, params.stream_id, params.topic_name),
    }),
  }),
];
