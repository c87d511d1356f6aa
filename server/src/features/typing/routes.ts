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
    personal: true,
    scope: 'send',
    params: SetTypingParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => setTyping(tx, me, params),
  }),
  route({
    method: 'POST',
    path: '/messages/:message_id/typing',
    operationId: 'set-typing-status-for-message-edit',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(MessagePath, SetEditTypingParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => setEditTyping(tx, me, params.message_id, params.op),
  }),
];
