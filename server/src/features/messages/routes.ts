import { EmptyAnswer, Type } from '../../../../wire/core.ts';
import { DeleteTopicAnswer, DeleteTopicParams, TopicDeletionPath } from '../../../../wire/deletion.ts';
import {
  EditMessageAnswer,
  EditMessageParams,
  MessageHistoryAnswer,
  MessageHistoryParams,
  ReadReceiptsAnswer,
  RenderMessageAnswer,
  RenderMessageParams,
} from '../../../../wire/edits.ts';
import {
  MarkAllAsReadAnswer,
  MarkChannelAsReadParams,
  MarkTopicAsReadParams,
  UpdateMessageFlagsAnswer,
  UpdateMessageFlagsForNarrowAnswer,
  UpdateMessageFlagsForNarrowParams,
  UpdateMessageFlagsParams,
} from '../../../../wire/message-flags.ts';
import {
  CheckMessagesMatchNarrowAnswer,
  CheckMessagesMatchNarrowParams,
  GetMessageAnswer,
  GetMessageParams,
  GetMessagesAnswer,
  GetMessagesParams,
  MessagePath,
  SendMessageAnswer,
  SendMessageParams,
} from '../../../../wire/messages.ts';
import { route, visitedRoute, withPath } from '../../http/route.ts';
import { usualChannel } from '../../core/bots/index.ts';
import { deleteMessage, deleteTopic } from '../message-delete/index.ts';
import { editMessage, messageHistory } from '../message-edit/index.ts';
import {
  checkMessagesMatchNarrow,
  getMessage,
  getMessageAsStranger,
  getMessages,
  getMessagesAsStranger,
  readBy,
} from '../message-fetch/index.ts';
import {
  readChannel,
  readEverything,
  readReceipts,
  readTopic,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '../message-flags/index.ts';
import { renderText, sendMessage } from '../message-send/index.ts';

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'send-message',
    policy: 'senders',
    params: SendMessageParams,
    answer: SendMessageAnswer,
    handle: async ({ app, me, params, client, origin, header }) => {
      const to = params.to === '' ? await usualChannel(app.db.read, me, params.type) : params.to;
      const request = { ...params, to, origin, idempotencyKey: header('idempotency-key') };
      return sendMessage(app, me, request, client);
    },
  }),
  visitedRoute({
    method: 'GET',
    path: '/messages',
    operationId: 'get-messages',
    policy: 'visitors',
    params: GetMessagesParams,
    answer: GetMessagesAnswer,
    handle: ({ me, params, ...request }) =>
      me
        ? getMessages(request.app.db.read, me, { ...params, ...readBy(request) })
        : getMessagesAsStranger(request, params),
  }),
  route({
    method: 'GET',
    path: '/messages/matches_narrow',
    operationId: 'check-messages-match-narrow',
    policy: 'signedIn',
    params: CheckMessagesMatchNarrowParams,
    answer: CheckMessagesMatchNarrowAnswer,
    handle: ({ app, me, params }) => checkMessagesMatchNarrow(app.db.read, me, params),
  }),
  visitedRoute({
    method: 'GET',
    path: '/messages/:message_id',
    operationId: 'get-message',
    policy: 'visitors',
    params: withPath(MessagePath, GetMessageParams),
    answer: GetMessageAnswer,
    handle: ({ me, params, ...request }) =>
      me
        ? getMessage(request.app.db.read, me, { ...params, ...readBy(request) })
        : getMessageAsStranger(request, params),
  }),
  route({
    method: 'PATCH',
    path: '/messages/:message_id',
    operationId: 'update-message',
    policy: 'signedIn',
    params: withPath(MessagePath, EditMessageParams),
    answer: EditMessageAnswer,
    handle: ({ app, me, params, origin, client }) => editMessage(app, me, { ...params, origin, client }),
  }),
  route({
    method: 'GET',
    path: '/messages/:message_id/history',
    operationId: 'get-message-history',
    policy: 'signedIn',
    params: withPath(MessagePath, MessageHistoryParams),
    answer: MessageHistoryAnswer,
    handle: ({ app, me, params }) =>
      messageHistory(app.db.read, me, params.message_id, params.allow_empty_topic_name),
  }),
  route({
    method: 'GET',
    path: '/messages/:message_id/read_receipts',
    operationId: 'get-read-receipts',
    policy: 'signedIn',
    params: MessagePath,
    answer: ReadReceiptsAnswer,
    handle: async ({ app, me, params }) => ({
      user_ids: await readReceipts(app.db.read, me, params.message_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/messages/render',
    operationId: 'render-message',
    policy: 'signedIn',
    params: RenderMessageParams,
    answer: RenderMessageAnswer,
    handle: async ({ app, me, params, origin }) => ({
      rendered: await renderText(app, me, params.content, origin),
    }),
  }),
  route({
    method: 'POST',
    path: '/messages/flags',
    operationId: 'update-message-flags',
    policy: 'signedIn',
    params: UpdateMessageFlagsParams,
    answer: UpdateMessageFlagsAnswer,
    handle: ({ app, me, params }) => updateMessageFlags(app, me, params),
  }),
  route({
    method: 'POST',
    path: '/messages/flags/narrow',
    operationId: 'update-message-flags-for-narrow',
    policy: 'signedIn',
    params: UpdateMessageFlagsForNarrowParams,
    answer: UpdateMessageFlagsForNarrowAnswer,
    handle: ({ app, me, params }) => updateMessageFlagsForNarrow(app, me, params),
  }),
  route({
    method: 'POST',
    path: '/mark_all_as_read',
    operationId: 'mark-all-as-read',
    policy: 'signedIn',
    params: Type.Object({}),
    answer: MarkAllAsReadAnswer,
    handle: async ({ app, me }) => ({ complete: await readEverything(app, me) }),
  }),
  route({
    method: 'POST',
    path: '/mark_stream_as_read',
    operationId: 'mark-stream-as-read',
    policy: 'signedIn',
    params: MarkChannelAsReadParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await readChannel(app, me, params.stream_id);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/mark_topic_as_read',
    operationId: 'mark-topic-as-read',
    policy: 'signedIn',
    params: MarkTopicAsReadParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await readTopic(app, me, params.stream_id, params.topic_name);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/messages/:message_id',
    operationId: 'delete-message',
    policy: 'signedIn',
    params: MessagePath,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => deleteMessage(tx, me, params.message_id));
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
    handle: async ({ app, me, params }) => ({
      complete: await deleteTopic(app, me, params.stream_id, params.topic_name),
    }),
  }),
];
