/** The feature: message fetch. */
import { defineFeature } from '../../http/feature.ts';
import {
  type DeliveryTarget,
  type EventRules,
  type StandIn,
  messageEncoder,
} from '../../core/events/index.ts';
import type { MessageEvent } from '../../core/log/index.ts';
import { hiddenAddressHost, isLimited, knows, unknownSender } from '../../core/users/index.ts';
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

/** New messages, for each recipient: without the names of senders who are hidden from a guest. */
const messageEvents: Pick<EventRules, 'message'> = {
  message: {
    to: ['readers'],
    about: ({ message: { id, stream_id: channelId, sender_id: senderId } }) => [
      { kind: 'message', id, channelId, senderId },
    ],
    encode: messageEncoder(standIn),
  },
};

function standIn({ message, knownBy }: MessageEvent, queue: DeliveryTarget): StandIn | null {
  const { cache, userId, options } = queue;
  const viewer = cache.users.get(userId);
  // Participants of a direct message are visible to each other.
  if (!viewer || !isLimited(cache, viewer) || message.type === 'private') return null;
  const id = message.sender_id;
  const sender = cache.users.get(id);
  if (sender && (knownBy?.includes(userId) || knows(cache, userId, sender))) return null;
  const host = options.host ?? hiddenAddressHost;
  return { key: `unknown ${host}`, fields: () => unknownSender(id, host) };
}

export { rangeAround } from './fetch-range.ts';
export { fetchMessages, getMessages, readBy } from './fetch.ts';

export const messageFetchFeature = defineFeature({
  routes: messageFetchRoutes,
  events: messageEvents,
});
