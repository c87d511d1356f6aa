import {
  EditMessageResponse,
  EditMessageParams,
  MessageHistoryResponse,
  MessageHistoryParams,
} from '../../../../wire/edits.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { route, withPath } from '../../http/route.ts';
import { editMessage } from './edit.ts';
import { messageHistory } from './history.ts';

export const messageEditRoutes = [
  route({
    method: 'PATCH',
    path: '/messages/:message_id',
    operationId: 'update-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(MessagePath, EditMessageParams),
    response: EditMessageResponse,
    handle: ({ app, me, params, origin, client }) => editMessage(app, me, { ...params, origin, client }),
  }),
  route({
    method: 'GET',
    path: '/messages/:message_id/history',
    operationId: 'get-message-history',
    policy: 'signedIn',
    scope: 'read',
    params: withPath(MessagePath, MessageHistoryParams),
    response: MessageHistoryResponse,
    handle: ({ app, me, params }) =>
      messageHistory(app.db.read, me, params.message_id, params.allow_empty_topic_name),
  }),
];
