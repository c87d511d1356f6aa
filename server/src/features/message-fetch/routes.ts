import {
  CheckMessagesMatchNarrowAnswer,
  CheckMessagesMatchNarrowParams,
  GetMessageAnswer,
  GetMessageParams,
  GetMessagesAnswer,
  GetMessagesParams,
  MessagePath,
} from '../../../../wire/messages.ts';
import { route, visitedRoute, withPath } from '../../http/route.ts';
import { getMessage, getMessages, readBy } from './fetch.ts';
import { checkMessagesMatchNarrow } from './matching.ts';
import { getMessageAsStranger, getMessagesAsStranger } from './visitors.ts';

export const messageFetchRoutes = [
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
];
