import {
  CheckMessagesMatchNarrowResponse,
  CheckMessagesMatchNarrowParams,
  GetMessageResponse,
  GetMessageParams,
  GetMessagesResponse,
  GetMessagesParams,
  MessagePath,
} from '../../../../wire/messages.ts';
import { route, visitedRoute, withPath } from '../../http/route.ts';
import { fetchMessages, getMessage, readBy } from './fetch.ts';
import { checkMessagesMatchNarrow } from './matching.ts';
import { getMessageAsSpectator, getMessagesAsSpectator } from './spectators.ts';

export const messageFetchRoutes = [
  visitedRoute({
    method: 'GET',
    path: '/messages',
    operationId: 'get-messages',
    policy: 'visitors',
    scope: 'read',
    takesChannelKeys: 'handler',
    params: GetMessagesParams,
    response: GetMessagesResponse,
    handle: ({ me, params, ...request }) =>
      me
        ? fetchMessages(
            request.app.db.read,
            { ...me, signal: request.untilLeft() },
            { ...params, ...readBy(request) },
          )
        : getMessagesAsSpectator(request, params),
  }),
  route({
    method: 'GET',
    path: '/messages/matches_narrow',
    operationId: 'check-messages-match-narrow',
    policy: 'signedIn',
    scope: 'read',
    params: CheckMessagesMatchNarrowParams,
    response: CheckMessagesMatchNarrowResponse,
    handle: ({ app, me, params }) => checkMessagesMatchNarrow(app.db.read, me, params),
  }),
  visitedRoute({
    method: 'GET',
    path: '/messages/:message_id',
    operationId: 'get-message',
    policy: 'visitors',
    scope: 'read',
    takesChannelKeys: 'handler',
    params: withPath(MessagePath, GetMessageParams),
    response: GetMessageResponse,
    handle: ({ me, params, ...request }) =>
      me
        ? getMessage(request.app.db.read, me, { ...params, ...readBy(request) })
        : getMessageAsSpectator(request, params),
  }),
];
