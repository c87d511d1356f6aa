import { EmptyResponse } from '../../../../wire/core.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { SetEditTypingParams, SetTypingParams } from '../../../../wire/typing.ts';
import { route, withPath } from '../../http/route.ts';
import { setEditTyping, setTyping } from './actions.ts';

export const typingRoutes = [
  route({
    method: 'POST',
    path: '/typing',
    operationId: 'set-typing-status',
    policy: 'signedIn',
    params: SetTypingParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => setTyping(tx, me, params));
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/messages/:message_id/typing',
    operationId: 'set-typing-status-for-message-edit',
    policy: 'signedIn',
    params: withPath(MessagePath, SetEditTypingParams),
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => setEditTyping(tx, me, params.message_id, params.op));
      return {};
    },
  }),
];
